//go:build unix

package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/store/ledgers"
	"agon/contest/store/sqlite"
	"agon/format/tournament"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
)

// benched is the binary that benchmarks measure: AGON_BINARY, or what make build makes.
func benched(b *testing.B) string {
	b.Helper()
	path := os.Getenv("AGON_BINARY")
	if path == "" {
		path = "../../bin/agon"
	}
	path, err := filepath.Abs(path)
	if err != nil {
		b.Fatal(err)
	}
	return path
}

// A longContest is a ladder of built-in bots in a folder, of which a million games have results, as a run of agon that was stopped between
// two rounds of play leaves it. Nothing was played: results are drawn from known strengths, and there are no replays.
type longContest struct {
	dir         string
	bots, games int
}

const longName = "long.toml"

// newLongContest plans with the format itself, so that the plan is the one that agon finds again.
func newLongContest(b *testing.B, bots, games int) *longContest {
	b.Helper()
	l := &longContest{dir: b.TempDir(), bots: bots}
	l.write(b, l.dir, "steve")
	l.fill(b, games)
	return l
}

// write writes the contest's file into a folder. The last bot is the built-in named.
func (l *longContest) write(b *testing.B, dir, last string) {
	b.Helper()
	if err := os.WriteFile(filepath.Join(dir, longName), []byte(longFile(l.bots, last)), 0o644); err != nil {
		b.Fatal(err)
	}
}

// longFile is the contest's file. The last bot is the built-in named.
func longFile(bots int, last string) string {
	var text strings.Builder
	text.WriteString("kind = \"colour-battle\"\nname = \"Long\"\nseed = 5\n[options]\nrounds = 100\n[[stages]]\nname = " +
		"\"season\"\nformat = \"ladder\"\n")
	for i := range bots {
		builtin := "steve"
		if i == bots-1 {
			builtin = last
		}
		fmt.Fprintf(&text, "[[bots]]\nref = \"builtin:%s\"\nname = \"Bot %04d\"\n", builtin, i)
	}
	return text.String()
}

func (l *longContest) fill(b *testing.B, games int) {
	b.Helper()
	ctx := b.Context()
	f, err := config.Read(filepath.Join(l.dir, longName))
	if err != nil {
		b.Fatal(err)
	}
	c, err := contest.Open(ctx, f, contest.Setup{
		Kinds: all.Find, Formats: formats.Formats, Ledgers: ledgers.Ledgers{},
		Opener: func(k *game.Kind, _ *config.File) *lineup.Opener {
			return &lineup.Opener{Kind: k, Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
		},
	})
	if err != nil {
		b.Fatal(err)
	}
	field := tournament.NewField(&c.Kind.Info, c.Settings, game.SubSeed(c.Seed, 0, 0x7374616765), c.Playing())
	if err := c.Close(); err != nil {
		b.Fatal(err)
	}
	spec, err := tournament.Find(formats.Formats, "ladder")
	if err != nil {
		b.Fatal(err)
	}
	ladder, err := spec.Make(nil)
	if err != nil {
		b.Fatal(err)
	}
	s, err := ledgers.Ledgers{}.Open(ctx, c.Dir)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	ledger, r := tournament.NewLedger(0, 0), rand.New(rand.NewPCG(1, 4))
	for ledger.Planned() < games {
		fixtures, _ := tournament.Next(ladder, &field, ledger)
		results := make([]tournament.Result, len(fixtures))
		for i, x := range fixtures {
			results[i] = drawn(x, l.bots, r)
		}
		if err := s.Plan(ctx, fixtures...); err != nil {
			b.Fatal(err)
		}
		if _, err := s.Record(ctx, results...); err != nil {
			b.Fatal(err)
		}
		if err := ledger.Plan(fixtures...); err != nil {
			b.Fatal(err)
		}
		for _, result := range results {
			if _, err := ledger.Enter(result); err != nil {
				b.Fatal(err)
			}
		}
	}
	l.games = ledger.Planned()
}

// drawn is what a game comes to, where earlier bots are stronger. One result in a hundred has a fault.
func drawn(x tournament.Fixture, bots int, r *rand.Rand) tournament.Result {
	result := tournament.Result{Fixture: x.ID, Rounds: 100, Turns: 100, Digest: r.Uint64()}
	strength := func(seat int) float64 { return 4 * float64(bots-x.Seats[seat]) / float64(bots) }
	for range x.Seats {
		result.Seats = append(result.Seats, tournament.Seat{Place: 2, Score: 100 * r.Float64(), Moves: 100,
			Took: game.Micros(r.IntN(100_000)), CPU: game.Micros(r.IntN(100_000))})
	}
	first := 0
	if r.Float64() > 1/(1+math.Exp(strength(1)-strength(0))) {
		first = 1
	}
	result.Seats[first].Place = 1
	if r.IntN(100) == 0 {
		result.Seats[1-first].Faults = map[string]int{"illegal": 1 + r.IntN(5)}
	}
	return result
}

// resumed runs agon on a copy of the contest, in which the last bot is the built-in named, and ends it once the next round of its plan
// is kept.
func (l *longContest) resumed(b *testing.B, last string) (wall, processor time.Duration, peak int64) {
	b.Helper()
	dir, folder := b.TempDir(), strings.TrimSuffix(longName, ".toml")
	l.write(b, dir, last)
	if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join(l.dir, folder))); err != nil {
		b.Fatal(err)
	}
	cmd := exec.CommandContext(b.Context(), benched(b), "run", longName)
	var stderr bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &stderr
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	err := l.planned(b, filepath.Join(dir, folder, sqlite.Name), ended)
	wall = time.Since(begun)
	cmd.Process.Kill()
	if err != nil {
		b.Fatalf("%v: %s", err, &stderr)
	}
	<-ended
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		peak = int64(usage.Maxrss) << 10
	}
	return wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peak
}

// planned returns once a ledger has more planned games than the contest had.
func (l *longContest) planned(b *testing.B, ledger string, ended <-chan error) error {
	db, err := sql.Open("sqlite", "file:"+ledger+"?mode=ro&_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	defer db.Close()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			return fmt.Errorf("agon ended before it planned: %v", err)
		case <-tick.C:
			var planned int
			if err := db.QueryRowContext(b.Context(), `SELECT plan FROM seal`).Scan(&planned); err == nil && planned > l.games {
				return nil
			}
		}
	}
}

// BenchmarkResume measures how long agon takes from its start until it has planned the next round after a million games of 5000 bots:
// with the bots as they were, and with a new version of one of them.
func BenchmarkResume(b *testing.B) {
	l := newLongContest(b, 5000, 1_000_000)
	for _, last := range []string{"steve", "rambo"} {
		b.Run(map[string]string{"steve": "same", "rambo": "changed"}[last], func(b *testing.B) {
			for b.Loop() {
				wall, processor, peak := l.resumed(b, last)
				b.ReportMetric(wall.Seconds(), "s")
				b.ReportMetric(processor.Seconds(), "cpu-s")
				b.ReportMetric(float64(peak>>20), "MB")
			}
		})
	}
}
