package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"agon/contest"
	"agon/contest/folders"
	"agon/internal/wholefile"
	"agon/show/report"
	"agon/show/report/chart"
	"agon/show/report/folder"
)

// write writes the files that flags name, and the report.
func (r *running) write(ctx context.Context, w *world, c *contest.Contest, run *report.Run) error {
	if r.csv != "" {
		if err := wholefile.Write(r.csv, func(out io.Writer) error { return c.WriteCSV(ctx, out) }); err != nil {
			return err
		}
	}
	if run.Played > 0 {
		if err := folder.Write(folders.ReportDir(c), run); err != nil {
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
