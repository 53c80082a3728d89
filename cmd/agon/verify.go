package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"agon/contest/store/ledgers"
	"agon/record/replay"
	"agon/record/replay/archive"
	"agon/show/term/progress"
)

func newVerify(w *world) *cobra.Command {
	v := &verification{w: w}
	cmd := &cobra.Command{
		Use:   "verify CONTEST|FILE|FOLDER...",
		Short: "re-simulate replays and compare a contest with its ledger",
		Long: `Verify re-simulates the game of every replay and compares digests. For a contest (its folder or its contest.toml) it also compares each
replay with the ledger: game, seed, seats, digest, places and scores. It recomputes the plan from the seed and the results, and all tables,
and compares the tables with those of the report. It lists all errors and changes nothing. For kinds whose rules read times it cannot prove
that the times were measured correctly.

With --repair it rebuilds a damaged index of a contest's replays, truncates and removes what a killed process had not finished writing, and
rewrites a report that is missing, changed or older than the ledger. The ledger is never changed, and lost games are not played again.

The exit code is 3 if anything is wrong, with --repair if anything cannot be repaired. A contest that is still running is checked as far as it has come.`,
		Example: `  agon verify game.agon
  agon verify out/final
  agon verify contest.toml --repair`,
		Args: between(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if v.dry && !v.repair {
				return errors.New("--dry-run: it says what --repair would do: add --repair")
			}
			for _, name := range args {
				if err := v.repairable(name); v.repair && err != nil {
					return err
				}
			}
			return v.verifyContests(cmd.Context(), args)
		},
	}
	cmd.Flags().BoolVar(&v.repair, "repair", false, "repair what can be derived from the ledger")
	v.repairFlags(cmd.Flags())
	return cmd
}

// A verification counts valid and invalid replays.
type verification struct {
	w         *world
	repair    bool
	dry       bool // only say what would be repaired
	pages     int  // of a rewritten report
	good, bad int
	wrong     int // findings other than in replays
	repaired  int
	summaries []string
}

func (v *verification) repairFlags(f *pflag.FlagSet) {
	f.BoolVar(&v.dry, "dry-run", false, "report what would be repaired, change nothing")
	f.IntVar(&v.pages, "pages", 200, "number of game pages in a rewritten report")
}

// verifyContests prints everything that is wrong, and a summary.
func (v *verification) verifyContests(ctx context.Context, names []string) error {
	for _, name := range names {
		if err := v.look(ctx, name); err != nil {
			return err
		}
	}
	if !v.repair {
		fmt.Fprintf(v.w.out, "%d %s verified, %d refused\n", v.good, plural(v.good, "game"), v.bad)
	}
	for _, line := range v.summaries {
		fmt.Fprintln(v.w.out, line)
	}
	if v.bad+v.wrong > 0 || v.dry && v.repaired > 0 {
		return &exit{exitFault, nil}
	}
	return nil
}

// look verifies the file, folder or contest of a command line argument.
func (v *verification) look(ctx context.Context, name string) error {
	if dir, ok := contestFolder(name); ok {
		return v.contest(ctx, dir)
	}
	info, err := os.Stat(name)
	if err != nil {
		return fmt.Errorf("%s: no such file or folder", name)
	}
	if !info.IsDir() {
		data, err := readGiven(name)
		if err != nil {
			return err
		}
		v.judge(name, verifyOne(data))
		return nil
	}
	if dir := replaysFolder(name); dir != "" {
		return v.archive(name, dir)
	}
	files, err := replayFiles([]string{name})
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("%s holds no replays", name)
	}
	for _, file := range files {
		data, err := readGiven(file)
		if err != nil {
			return err
		}
		v.judge(file, verifyOne(data))
	}
	return nil
}

// contestFolder returns the folder of the contest that a name refers to: a folder with a ledger, or the one beside a contest.toml.
func contestFolder(name string) (string, bool) {
	dir := strings.TrimSuffix(name, ".toml")
	return dir, ledgers.Has(dir)
}

// replaysFolder returns the folder of a contest's replays in a folder, or the folder itself, or "" if there is none.
func replaysFolder(name string) string {
	for _, dir := range []string{filepath.Join(name, "replays"), name} {
		if found, err := filepath.Glob(filepath.Join(escapeGlob(dir), "segment-[0-9]*")); err == nil && len(found) > 0 {
			return dir
		}
	}
	return ""
}

// escapeGlob escapes a path for use in a glob pattern.
func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// archive verifies replays without a ledger.
func (v *verification) archive(name, dir string) error {
	s, err := archive.Open(dir)
	if err != nil {
		return host(err)
	}
	v.notes(name, s)
	v.find("%s holds replays and no ledger: they are verified by themselves", name)
	bar := v.bar(name, len(s.Games()))
	defer bar.Close()
	for _, id := range s.Games() {
		data, err := s.Get(id)
		if err == nil {
			err = verifyOne(data)
		}
		v.judge(fmt.Sprintf("%s, game %d", name, id+1), err)
		bar.Add(1)
	}
	return nil
}

// notes prints the notes of an archive of replays.
func (v *verification) notes(name string, s *archive.Archive) {
	for _, note := range s.Notes() {
		if note.Damage {
			v.find("%s", note.Text)
			continue
		}
		fmt.Fprintf(v.w.err, "agon: %s\n", note.Text)
	}
}

// find prints an error other than one of a replay.
func (v *verification) find(format string, args ...any) {
	v.wrong++
	fmt.Fprintf(v.w.err, "agon: "+format+"\n", args...)
}

// judge counts a replay, and prints what is wrong with it.
func (v *verification) judge(name string, err error) {
	if err == nil {
		v.good++
		return
	}
	v.bad++
	fmt.Fprintf(v.w.err, "agon: %s: %s\n", name, printable(err.Error()))
}

// bar returns a progress bar for verifying a number of games.
func (v *verification) bar(name string, games int) *delayedBar {
	return &delayedBar{title: "verify " + name, total: games, begun: time.Now()}
}

// A delayedBar appears only if the work takes longer than a second.
type delayedBar struct {
	title       string
	total, done int
	begun       time.Time
	shown       *progress.Bar
}

// Add counts n finished items.
func (b *delayedBar) Add(n int) {
	b.done += n
	switch {
	case b.shown != nil:
		b.shown.Add(n)
	case time.Since(b.begun) > time.Second:
		b.shown = progress.NewBar(os.Stderr, b.title, b.total, false)
		b.shown.Add(b.done)
	}
}

// Close removes the bar.
func (b *delayedBar) Close() {
	if b.shown != nil {
		b.shown.Close()
	}
}

func verifyOne(data []byte) error {
	rep, err := replay.Decode(data)
	if err != nil {
		return err
	}
	return replay.Verify(rep, recordedKind)
}
