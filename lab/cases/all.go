package cases

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"agon/game"
	"agon/internal/clutter"
	"agon/play/worker"
)

// ReadAll reads files, and all files of folders, in the order of their names.
func ReadAll(k *game.Kind, places []string) (list []*Case, err error) {
	add := func(file string) error {
		c, err := Read(file, func(name string) (*game.Kind, error) {
			if name != k.Name {
				return nil, fmt.Errorf("the case is of the kind %q, not of %s", name, k.Name)
			}
			return k, nil
		})
		if err == nil {
			list = append(list, c)
		}
		return err
	}
	for _, place := range places {
		err := filepath.WalkDir(place, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path != place && (filepath.Ext(path) != ".toml" || clutter.File(d.Name())) {
				return err
			}
			return add(path)
		})
		if err != nil {
			return nil, err
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no cases: agon pin writes them", strings.Join(places, ", "))
	}
	return list, nil
}

// RunAll runs cases on a number of cores, 0: on all, and returns the verdicts in their order. how returns how a game with a seed is played,
// with the bot as the only entry; begin is called with each case that begins, from several goroutines.
func RunAll(ctx context.Context, list []*Case, how func(seed int64) worker.Play, cores int, begin func(nth int, c *Case)) ([]*Verdict,
	error) {
	if cores <= 0 {
		cores = runtime.NumCPU()
	}
	verdicts := make([]*Verdict, len(list))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(cores)
	for i, c := range list {
		g.Go(func() (err error) {
			if err := ctx.Err(); err != nil {
				return err
			}
			begin(i+1, c)
			verdicts[i], err = c.Run(ctx, how(c.Game.Record.Seed))
			return err
		})
	}
	return verdicts, g.Wait()
}

// Tested is the verdicts on a bot, for programs: what agon test --json prints.
type Tested struct {
	Agon   int          `json:"agon"` // version of the format
	Bot    string       `json:"bot"`
	Passed bool         `json:"passed"`
	Cases  []TestedCase `json:"cases"`
}

// A TestedCase is the verdict in a case.
type TestedCase struct {
	Name     string  `json:"name"`
	Seat     int     `json:"seat"`
	Turn     int     `json:"turn"`
	Passed   bool    `json:"passed"`
	Answered string  `json:"answered"`
	Why      string  `json:"why,omitempty"`
	Differed int     `json:"differed"` // answers before the turn that were others than the recorded ones
	Millis   float64 `json:"ms"`
}

// NewTested returns the verdicts on a bot for programs.
func NewTested(name string, verdicts []*Verdict) Tested {
	t := Tested{Agon: 1, Bot: name, Passed: true}
	for _, v := range verdicts {
		t.Passed = t.Passed && v.Passed()
		t.Cases = append(t.Cases, TestedCase{
			v.Case.Name, int(v.Case.Seat), v.Case.Turn, v.Passed(), v.Answered, v.Why, v.Differed, float64(v.Took.Microseconds()) / 1e3,
		})
	}
	return t
}
