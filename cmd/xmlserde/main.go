// Xmlserde writes the code that binds Go values to XML without reflection,
// compares it with encoding/xml, and lists the calls that it serves.
//
//	xmlserde gen [-all] [-check] [-v] [packages]
//	xmlserde report [-json] [packages]
//	xmlserde explain [code or reason ...]
//	xmlserde verify [-n N] [-seed S] [packages]
//
// Packages are named as for the go command; without any, it is the one in the
// current directory. "xmlserde help" and the name of a command tell more.
//
// It exits with 0 if all is well, 1 if something was found or failed, and 2 if
// it was called in a way it does not know.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends what does not heed the first
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

const (
	exitOK    = 0
	exitFound = 1 // or failed
	exitUsage = 2
)

// A command is one of the things xmlserde does.
type command struct {
	name string
	// usage is what follows the name in a usage line, short one sentence, and
	// long the help text before the list of flags.
	usage, short, long string
	// run parses args and returns an exit code.
	run func(c *call, args []string) int
}

// A call is the surroundings of one run of a command.
type call struct {
	context.Context
	command        *command
	stdout, stderr io.Writer
}

// commands are in the order of the usage text. It is a function because help
// lists what it is part of.
func commands() []*command {
	return []*command{&genCommand, &reportCommand, &explainCommand, &verifyCommand, &versionCommand, &helpCommand}
}

const usageHead = `Xmlserde writes the code that binds Go values to XML without reflection.

Usage:

	xmlserde command [flags] [packages]

Commands:

`

const usageFoot = `
Run "xmlserde help command" for more about one.
`

// run runs xmlserde with the arguments that follow its name.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		usage(stderr)
		return exitUsage
	}
	name, args := args[0], args[1:]
	if name == "-h" || name == "-help" || name == "--help" {
		name = "help"
	}
	c := lookup(name)
	if c == nil {
		fmt.Fprintf(stderr, "xmlserde: unknown command %q\nRun \"xmlserde help\" for the commands.\n", name)
		return exitUsage
	}
	return c.run(&call{ctx, c, stdout, stderr}, args)
}

func lookup(name string) *command {
	all := commands()
	if i := slices.IndexFunc(all, func(c *command) bool { return c.name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

func usage(w io.Writer) {
	io.WriteString(w, usageHead)
	for _, c := range commands() {
		fmt.Fprintf(w, "\t%-8s %s\n", c.name, c.short)
	}
	io.WriteString(w, usageFoot)
}

// parse parses args by the flags that define has defined. It returns the
// arguments that are no flags, or an exit code and false if that ends the run.
func (c *call) parse(args []string, define func(*flag.FlagSet)) (rest []string, code int, ok bool) {
	flags := c.command.flags(define)
	flags.SetOutput(c.stderr)
	flags.Usage = func() {}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return nil, help(c, []string{c.command.name}), false
	case err != nil:
		fmt.Fprintf(c.stderr, "Run \"xmlserde help %s\" for its usage.\n", c.command.name)
		return nil, exitUsage, false
	}
	return flags.Args(), exitOK, true
}

func (c *command) flags(define func(*flag.FlagSet)) *flag.FlagSet {
	flags := flag.NewFlagSet("xmlserde "+c.name, flag.ContinueOnError)
	define(flags)
	return flags
}

// errorf reports an error.
func (c *call) errorf(format string, args ...any) {
	fmt.Fprintf(c.stderr, "xmlserde: "+format+"\n", args...)
}

var helpCommand = command{
	name: "help", usage: "[command]", short: "explain a command",
}

var versionCommand = command{
	name: "version", short: "print the version of xmlserde",
	run: func(c *call, args []string) int {
		if len(args) > 0 {
			c.errorf("version takes no arguments")
			return exitUsage
		}
		fmt.Fprintln(c.stdout, "xmlserde", version())
		return exitOK
	},
}

func init() { helpCommand.run = help } // help lists commands that list help

func help(c *call, args []string) int {
	if len(args) == 0 {
		usage(c.stdout)
		return exitOK
	}
	about := lookup(args[0])
	if about == nil || len(args) > 1 {
		c.errorf("no help for %q", args)
		return exitUsage
	}
	fmt.Fprintf(c.stdout, "Usage: xmlserde %s %s\n", about.name, about.usage)
	io.WriteString(c.stdout, about.long)
	return exitOK
}

// count returns "1 type" or "2 types".
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// version returns the module version that this command was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
