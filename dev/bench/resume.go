package main

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
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

// A longContest is a ladder of built-in bots in a folder, of which a million games have results, as a run of agon that was stopped between
// two rounds of play leaves it. Nothing was played: results are drawn from known strengths, and there are no replays.
type longContest struct {
	*workplace
	bots, games int
}

const longName = "long.toml"

// newLongContest plans with the format itself, so that the plan is the one that agon finds again.
func newLongContest(ctx context.Context, bots, games int) (*longContest, error) {
	w, err := newWorkplace(map[string]string{longName: longFile(bots, "steve")})
	if err != nil {
		return nil, err
	}
	l := &longContest{workplace: w, bots: bots}
	if err := l.fill(ctx, games); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

// longFile is the contest's file. The last bot is the built-in named.
func longFile(bots int, last string) string {
	var text strings.Builder
	text.WriteString("kind = \"colour-battle\"\nname = \"Long\"\nseed = 5\n[options]\nrounds = 100\n[[stages]]\nname = \"season\"\nformat = \"ladder\"\n")
	for i := range bots {
		builtin := "steve"
		if i == bots-1 {
			builtin = last
		}
		fmt.Fprintf(&text, "[[bots]]\nref = \"builtin:%s\"\nname = \"Bot %04d\"\n", builtin, i)
	}
	return text.String()
}

func (l *longContest) fill(ctx context.Context, games int) error {
	f, err := config.Read(filepath.Join(l.dir, longName))
	if err != nil {
		return err
	}
	c, err := contest.Open(ctx, f, contest.Setup{
		Kinds: all.Find, Formats: formats.Formats, Ledgers: ledgers.Ledgers{},
		Opener: func(k *game.Kind, _ *config.File) *lineup.Opener {
			return &lineup.Opener{Kind: k, Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
		},
	})
	if err != nil {
		return err
	}
	field := tournament.NewField(&c.Kind.Info, c.Settings, game.SubSeed(c.Seed, 0, 0x7374616765), c.Playing())
	if err := c.Close(); err != nil {
		return err
	}
	spec, err := tournament.Find(formats.Formats, "ladder")
	if err != nil {
		return err
	}
	ladder, err := spec.Make(nil)
	if err != nil {
		return err
	}
	s, err := ledgers.Ledgers{}.Open(ctx, c.Dir)
	if err != nil {
		return err
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
			return err
		}
		if _, err := s.Record(ctx, results...); err != nil {
			return err
		}
		if err := ledger.Plan(fixtures...); err != nil {
			return err
		}
		for _, result := range results {
			if _, err := ledger.Enter(result); err != nil {
				return err
			}
		}
	}
	l.games = ledger.Planned()
	return nil
}

// drawn is what a game comes to, where earlier bots are stronger. One result in a hundred has a fault.
func drawn(x tournament.Fixture, bots int, r *rand.Rand) tournament.Result {
	result := tournament.Result{Fixture: x.ID, Rounds: 100, Turns: 100, Digest: r.Uint64()}
	strength := func(seat int) float64 { return 4 * float64(bots-x.Seats[seat]) / float64(bots) }
	for range x.Seats {
		result.Seats = append(result.Seats, tournament.Seat{Place: 2, Score: 100 * r.Float64(), Moves: 100, Took: game.Micros(r.IntN(100_000)), CPU: game.Micros(r.IntN(100_000))})
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

// resumed runs agon on a copy of the contest, in which the last bot is the built-in named, and ends it once the next round of its plan is kept.
func (l *longContest) resumed(ctx context.Context, last string) (wall, processor time.Duration, peak int64, err error) {
	w, err := newWorkplace(map[string]string{longName: longFile(l.bots, last)})
	if err != nil {
		return 0, 0, 0, err
	}
	defer w.close()
	folder := strings.TrimSuffix(longName, ".toml")
	if err := os.CopyFS(filepath.Join(w.dir, folder), os.DirFS(filepath.Join(l.dir, folder))); err != nil {
		return 0, 0, 0, err
	}
	cmd := w.command(ctx, "run", longName)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, 0, 0, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	err = l.planned(ctx, filepath.Join(w.dir, folder, sqlite.Name), ended)
	wall = time.Since(begun)
	if err != nil {
		cmd.Process.Kill()
		return 0, 0, 0, fmt.Errorf("%w: %s", err, stderr.String())
	}
	cmd.Process.Kill()
	<-ended
	return wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peakMemory(cmd), nil
}

// planned returns once a ledger has more planned games than the contest had.
func (l *longContest) planned(ctx context.Context, ledger string, ended <-chan error) error {
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
			if err := db.QueryRowContext(ctx, `SELECT plan FROM seal`).Scan(&planned); err == nil && planned > l.games {
				return nil
			}
		}
	}
}

// peakMemory is the most memory that an ended process had at once, in bytes.
func peakMemory(cmd *exec.Cmd) int64 {
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int64(usage.Maxrss) << 10
}

// resumeOfMillion measures how long agon takes from its start until it has planned the next round, twice: with the bots as they were, and with
// a new version of one of them.
func resumeOfMillion(ctx context.Context) (string, bool, error) {
	l, err := newLongContest(ctx, 5000, 1_000_000)
	if err != nil {
		return "", false, err
	}
	defer l.close()
	var reached []string
	met := true
	for _, last := range []string{"steve", "rambo"} {
		wall, processor, peak, err := l.resumed(ctx, last)
		if err != nil {
			return "", false, err
		}
		reached = append(reached, fmt.Sprintf("%.1f s (%.1f s of processor time), %d MB", wall.Seconds(), processor.Seconds(), peak>>20))
		met = met && wall <= 5*time.Second && peak <= 500<<20
	}
	return fmt.Sprintf("%s; with a new version of a bot %s", reached[0], reached[1]), met, nil
}
