// Command bench compares agon with lower bounds and with other programs, alternating within one run, and prints the table of BENCHMARKS.md.
// It reports ratios where possible: machines differ and are shared, and ratios vary less.
//
//	go run ./dev/bench              every row
//	go run ./dev/bench python arena only rows whose name has one of these words
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// A row is one line of the table: it returns the result, and whether it reaches the goal.
type row struct {
	name  string
	asked string
	run   func(ctx context.Context) (reached string, ok bool, err error)
}

func main() {
	flag.Parse()
	prices, err := costs()
	if err != nil {
		prices = err.Error()
	}
	fmt.Printf("%d processors, %s %s/%s; %s\n\n", runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH, prices)
	fmt.Printf("| what | asked | reached | |\n|---|---|---|---|\n")
	failed := false
	for _, r := range rows() {
		if !wanted(r.name, flag.Args()) {
			continue
		}
		reached, ok, err := r.run(context.Background())
		mark := "met"
		var skip skipped
		switch {
		case errors.As(err, &skip):
			mark, reached = "skipped", skip.why
		case err != nil:
			mark, reached = "error", err.Error()
			failed = true
		case !ok:
			mark = "missed"
		}
		fmt.Printf("| %s | %s | %s | %s |\n", r.name, r.asked, reached, mark)
	}
	if failed {
		os.Exit(1)
	}
}

func wanted(name string, words []string) bool {
	for _, w := range words {
		if strings.Contains(name, w) {
			return true
		}
	}
	return len(words) == 0
}

// turns is the number of alternations, of which the best counts: noise only slows things down.
const turns = 3

// duel measures two things alternately and returns the best of each.
func duel(a, b func() (float64, error)) (bestA, bestB float64, err error) {
	for range turns {
		for _, side := range []struct {
			run  func() (float64, error)
			best *float64
		}{{a, &bestA}, {b, &bestB}} {
			v, err := side.run()
			if err != nil {
				return 0, 0, err
			}
			*side.best = max(*side.best, v)
		}
	}
	return bestA, bestB, nil
}

// perSecond returns how often something happened in a second.
func perSecond(n int, spent time.Duration) float64 { return float64(n) / spent.Seconds() }
