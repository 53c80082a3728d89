/*
Testreport reads what go test -json wrote and prints in a few lines what must be known of it: the tests that failed and the flaky ones with
the end of their output, how many passed, were skipped, and were left out by package tier.

	go run ./internal/testreport -final agon/bot/sandbox -flaky docs/flaky.tsv EVENTS

A test that failed and passed when it was run again is flaky. It fails the run like one that failed, unless the file of flaky tests lists it
with a date of the last 14 days: the time there is to fix it. In packages named final a failure stays one, whatever the second run gave.
The exit code is 1 if the run failed.
*/
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

func main() {
	final := flag.String("final", "", "packages whose failures are final, separated by commas")
	listed := flag.String("flaky", "", "file of known flaky tests")
	flag.Parse()
	if err := run(os.Stdout, flag.Arg(0), *listed, strings.Split(*final, ",")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(w io.Writer, events, listed string, final []string) error {
	file, err := os.Open(events)
	if err != nil {
		return err
	}
	defer file.Close()
	r, err := read(file)
	if err != nil {
		return fmt.Errorf("%s: %w", events, err)
	}
	var known map[string]bool
	if listed != "" {
		text, err := os.ReadFile(listed)
		if err != nil {
			return err
		}
		if known, err = parseKnown(string(text), time.Now()); err != nil {
			return fmt.Errorf("%s:%w", listed, err)
		}
	}
	return r.print(w, final, known)
}
