package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"agon/contest"
	"agon/report"
	"agon/term/standing"
	"agon/term/table"
)

// present prints the tables before it writes the report, so that a failure to write does not hide them.
func (r *running) present(ctx context.Context, w *world, c *contest.Contest, result *contest.Result) error {
	run, err := compiled(ctx, c, result, r.About(), r.pages)
	if err != nil {
		return folderError(c.Dir, err)
	}
	run.Workers = r.hired.list()
	if r.json {
		err = printJSON(w.out, run)
	} else {
		style := standing.On(w.out, os.Environ())
		style.Markdown = r.markdown
		if err = host(standing.Print(w.out, run, style)); err == nil && !style.Markdown {
			tellFaults(w.out, c, run)
			err = host(printWorkers(w, run.Workers))
		}
	}
	if err != nil {
		return err
	}
	err = r.write(ctx, c, run)
	for _, line := range run.Lost() {
		fmt.Fprintf(w.err, "agon: %s\n", printable(line))
	}
	if err != nil {
		return folderError(c.Dir, err)
	}
	if !r.json {
		text := whereabouts(c, run)
		if r.markdown {
			text = "\n" + table.Escape(strings.TrimRight(text, "\n")) + "\n"
		}
		_, err = fmt.Fprint(w.out, text)
	}
	return host(err)
}

// whereabouts returns the paths of the report and the replays, or "" if no game was played.
func whereabouts(c *contest.Contest, run *report.Run) string {
	if run.Played == 0 {
		return ""
	}
	return fmt.Sprintf("Report: %s    Replays: %s (%.1f MB)\n", filepath.Join(reportDir(c), "index.html"), filepath.Join(c.Dir, "replays"), float64(run.ReplayBytes)/1e6)
}
