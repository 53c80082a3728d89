package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"agon/contest"
	"agon/contest/compile"
	"agon/contest/config"
	"agon/internal/wholefile"
	"agon/record/replay"
	"agon/show/film"
	"agon/show/report"
	"agon/show/report/chart"
	"agon/show/report/folder"
)

// compiled returns the report of a contest, with pages for a number of games.
func compiled(ctx context.Context, c *contest.Contest, result *contest.Result, sandbox string, pages int) (*report.Run, error) {
	return compile.Report(ctx, c, result, compile.Options{Sandbox: sandbox, Pages: pages, Film: func(data []byte) (*film.Film, error) {
		r, err := replay.Decode(data)
		if err != nil {
			return nil, err
		}
		return filmOf(r)
	}})
}

// reopened compiles the report of a contest that no run has open, with the limits of its file.
func reopened(ctx context.Context, c *contest.Contest, result *contest.Result, pages int) (*report.Run, error) {
	if f, err := config.Read(c.Dir + ".toml"); err == nil {
		c.File.Limits = f.Limits
	}
	return compiled(ctx, c, result, c.Sandbox(), pages)
}

// reportDir returns the folder of a contest's report.
func reportDir(c *contest.Contest) string { return filepath.Join(c.Dir, report.Folder) }

// write writes the files that flags name, and the report.
func (r *running) write(ctx context.Context, w *world, c *contest.Contest, run *report.Run) error {
	if r.csv != "" {
		if err := wholefile.Write(r.csv, func(out io.Writer) error { return c.WriteCSV(ctx, out) }); err != nil {
			return err
		}
	}
	if run.Played > 0 {
		if err := folder.Write(reportDir(c), run); err != nil {
			return err
		}
		if r.bracket != "" {
			if err := folder.WriteBracket(r.bracket, run); err != nil {
				return err
			}
		}
	}
	if r.logs != "" {
		if err := writeGames(ctx, r.logs, c, r.session.NoLimits); err != nil {
			return err
		}
	}
	if r.graph == "" || run.Last() == nil {
		return nil
	}
	var nothing *chart.Nothing
	if err := chart.WriteScores(r.graph, run); !errors.As(err, &nothing) {
		return err
	}
	fmt.Fprintf(w.err, "agon: %s is not written: %v\n", r.graph, nothing)
	return nil
}
