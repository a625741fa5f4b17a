package xmlserdetest

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	xmlrt "github.com/xmlserde/xmlserde/runtime"
)

// VerifyEnv is the environment variable that holds the settings of [Verify] as
// JSON: N, Seed and Progress as in [Config], where Progress is whether to show
// it on standard output, and Report, the path of the file to write.
const VerifyEnv = "XMLSERDE_VERIFY"

// A VerifySettings is the content of [VerifyEnv].
type VerifySettings struct {
	N        int    `json:"n"`
	Seed     uint64 `json:"seed"`
	Progress bool   `json:"progress"`
	Report   string `json:"report"`
}

// A VerifyReport is the content of the file that [Verify] writes.
type VerifyReport struct {
	Types         int      `json:"types"`
	Values        int      `json:"values"`
	Documents     int      `json:"documents"`
	Disagreements []string `json:"disagreements"`
}

// Verify compares all types that the generated files of the packages with
// these import paths have compiled. It is the body of the programs that the
// command "xmlserde verify" builds: it takes its settings from the environment
// and writes its report to a file. Tests call [Check] instead.
func Verify(pkgs ...string) error {
	var set VerifySettings
	if err := json.Unmarshal([]byte(os.Getenv(VerifyEnv)), &set); err != nil {
		return fmt.Errorf("%s: %w", VerifyEnv, err)
	}
	cfg := Config{N: set.N, Seed: set.Seed}
	if set.Progress {
		cfg.Progress = os.Stdout
	}
	var types []reflect.Type
	for _, pkg := range pkgs {
		types = append(types, xmlrt.Types(pkg)...)
	}
	report := Run(cfg, types...)
	out := VerifyReport{Types: report.Types, Values: report.Values, Documents: report.Documents}
	for _, d := range report.Disagreements {
		out.Disagreements = append(out.Disagreements, d.String())
	}
	data, err := json.Marshal(out)
	if err != nil {
		return err
	}
	return os.WriteFile(set.Report, data, 0o600)
}
