package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"agon/contest"
	"agon/internal/wholefile"
	"agon/replay/archive"
	"agon/report/folder"
	"agon/store"
	"agon/store/sqlite"
)

func newDoctor(w *world) *cobra.Command {
	d := &doctor{w: w}
	cmd := &cobra.Command{
		Use:   "doctor CONTEST",
		Short: "repair a contest's folder",
		Long: `Doctor compares the ledger of a contest with its replays, logs and report. It rebuilds a damaged index of the replays, truncates what a killed
process had not finished writing, removes leftovers, and rewrites a report that is missing, changed or older than the ledger. It lists what
it repaired and what it cannot repair.

The ledger is never changed, and damaged bytes are never removed. A result whose replay is lost stands; the report says that the replay is
lost. Lost games are not played again: that needs their bots, and proves something only for deterministic bots.

The exit code is 3 if something cannot be repaired, or with --dry-run if anything is wrong.`,
		Example: `  agon doctor out/final
  agon doctor contest.toml --dry-run`,
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return d.run(cmd.Context(), args[0]) },
	}
	cmd.Flags().BoolVar(&d.dry, "dry-run", false, "report problems, change nothing")
	cmd.Flags().IntVar(&d.pages, "pages", 200, "number of game pages in a rewritten report")
	return cmd
}

// doctor checks a contest's folder.
type doctor struct {
	w              *world
	dry            bool
	pages          int
	mended, beyond int
}

func (d *doctor) run(ctx context.Context, name string) error {
	dir, ok := contestFolder(name)
	if !ok {
		if _, err := os.Stat(name); err != nil {
			return fmt.Errorf("%s: no such file or folder", name)
		}
		return fmt.Errorf("%s has no ledger, and tables cannot be computed without it: restore a copy of %s", name, sqlite.Name)
	}
	if err := d.hold(dir); err != nil {
		return err
	}
	if !d.dry {
		release, err := contest.Hold(dir)
		if err != nil {
			return folderError(dir, err)
		}
		defer release()
	}
	c, err := recall(ctx, dir, false, archive.Scan)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := d.look(ctx, c); err != nil {
		return folderError(dir, err)
	}
	return d.end(dir)
}

// hold returns an error if a run is using the folder.
func (d *doctor) hold(dir string) error {
	live, err := contest.Running(dir)
	if err != nil {
		return folderError(dir, err)
	}
	if live {
		return fmt.Errorf("%s is in use by a run; wait for it, or stop it", dir)
	}
	return nil
}

func (d *doctor) look(ctx context.Context, c *contest.Contest) error {
	games, err := c.Kept(ctx)
	if err != nil {
		return err
	}
	for _, look := range []func(context.Context, *contest.Contest, []store.Game) error{d.replays, d.logs, d.leftovers, d.report} {
		if err := look(ctx, c, games); err != nil {
			return err
		}
	}
	return nil
}

// mend reports a repair, or with --dry-run a necessary one.
func (d *doctor) mend(format string, args ...any) {
	d.mended++
	word := "mended"
	if d.dry {
		word = "to mend"
	}
	fmt.Fprintf(d.w.out, word+": "+format+"\n", args...)
}

// cannot reports damage that cannot be repaired.
func (d *doctor) cannot(format string, args ...any) {
	d.beyond++
	fmt.Fprintf(d.w.out, "cannot be repaired: "+format+"\n", args...)
}

func (d *doctor) end(dir string) error {
	word := "mended"
	if d.dry {
		word = "to mend"
	}
	fmt.Fprintf(d.w.out, "%s: %d %s, %d cannot be repaired\n", dir, d.mended, word, d.beyond)
	if d.beyond > 0 || d.dry && d.mended > 0 {
		return &exit{exitFault, nil}
	}
	return nil
}

// replays repairs the index and the segments, and names the games whose replay is lost or belongs to another game.
func (d *doctor) replays(ctx context.Context, c *contest.Contest, games []store.Game) error {
	for _, note := range c.Archive().Notes() {
		fmt.Fprintf(d.w.err, "agon: %s\n", note.Text)
	}
	done, err := c.Archive().Mend(d.dry)
	for _, text := range done {
		d.mend("%s", text)
	}
	if err != nil {
		return err
	}
	for _, g := range games {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !g.Done {
			continue
		}
		if err := c.Prove(g); err != nil {
			d.cannot("game %d (%s): the result stands without its replay: %s", g.ID+1, printable(versus(c.Names(g))), printable(err.Error()))
		}
	}
	return nil
}

// report rewrites the report if it does not agree with the ledger.
func (d *doctor) report(ctx context.Context, c *contest.Contest, games []store.Game) error {
	result, findings, err := c.Recount(ctx)
	if err != nil {
		d.cannot("%v", err)
		return nil
	}
	for _, finding := range findings {
		d.cannot("%s", finding)
	}
	if result.Games == 0 {
		return nil
	}
	state, wrong, err := compareReport(ctx, c, result)
	if err != nil || len(wrong) == 0 && state == agrees {
		return err
	}
	for _, text := range wrong {
		fmt.Fprintf(d.w.err, "agon: %s: %s\n", reportDir(c), text)
	}
	if !d.dry {
		run, err := reopened(ctx, c, result, games, d.pages)
		if err != nil {
			return err
		}
		if err := folder.Write(reportDir(c), run); err != nil {
			return err
		}
	}
	d.mend("rewrote %s", reportDir(c))
	return nil
}

// logs completes lines of logs that a killed process did not finish.
func (d *doctor) logs(_ context.Context, c *contest.Contest, games []store.Game) error {
	files, err := contest.LogFiles(c.Dir)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for i := range c.Entries {
		known[c.LogFile(i)] = true
	}
	for _, f := range files {
		for _, name := range f.Paths {
			if !known[strings.TrimSuffix(name, filepath.Ext(name))+filepath.Ext(c.LogFile(0))] {
				d.cannot("%s is the log of no bot of this contest", name)
				continue
			}
			if err := d.endLine(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// endLine completes the last line of a file.
func (d *doctor) endLine(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if d.dry {
		f, err = os.Open(name)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil || size == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, size-1); err != nil || last[0] == '\n' {
		return err
	}
	if !d.dry {
		if _, err := f.Write([]byte("\n")); err != nil {
			return err
		}
	}
	d.mend("ended the last line of %s, which was not written to its end", name)
	return nil
}

// leftovers removes files that a killed process was writing.
func (d *doctor) leftovers(_ context.Context, c *contest.Contest, _ []store.Game) error {
	return filepath.WalkDir(c.Dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || !strings.HasSuffix(path, wholefile.Suffix) && filepath.Base(path) != sqlite.Name+".new" {
			return err
		}
		if !d.dry {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		d.mend("removed %s, which was not written to its end", path)
		return nil
	})
}
