// Command golangci is golangci-lint with the plugin linked in, as golangci-lint
// custom would build it from a clone.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"

	_ "github.com/xmlserde/xmlserde/gclplugin"
)

func main() {
	if err := commands.Execute(commands.BuildInfo{Version: "v2.15.0", GoVersion: "unknown", Commit: "?", Date: "?"}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}
