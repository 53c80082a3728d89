// Command bench measures agon against floors and peers, in turn and in one run, and prints the table of BENCHMARKS.md. Figures are
// ratios where they can be; machines differ and are shared, ratios move less.
//
//	go run ./bench              every row
//	go run ./bench python arena only rows whose name has one of these words
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// A row is one line of the table: it measures, and tells what was asked.
type row struct {
	name  string
	asked string
	run   func(ctx context.Context) (reached string, ok bool, err error)
}

func main() {
	flag.Parse()
	fmt.Printf("%d processors, %s %s/%s\n\n", runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	fmt.Printf("| what | asked | reached | |\n|---|---|---|---|\n")
	failed := false
	for _, r := range rows() {
		if !wanted(r.name, flag.Args()) {
			continue
		}
		reached, ok, err := r.run(context.Background())
		mark := "met"
		switch {
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

// rounds of taking turns, of which the best counts: noise only ever makes a thing slower.
const turns = 3

// duel measures two things in turn and gives the best of each.
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

// perSecond is how often something happened in a second.
func perSecond(n int, spent time.Duration) float64 { return float64(n) / spent.Seconds() }
