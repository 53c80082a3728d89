package main

import (
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"agon/contest/config"
	"agon/internal/moment"
)

// mostTimes bounds the times of a line that are printed.
const mostTimes = 500

func newTimetable(w *world) *cobra.Command {
	weeks := 4
	cmd := &cobra.Command{
		Use:   "timetable CONTEST",
		Short: "print when the lines of a contest's timetable come",
		Long: `Print what the tables [[timetable]] of a contest's file do in the next weeks, on a site: when rounds of play begin and pause, the table
freezes, submissions close, a final begins and results are published, in the time zone of the file. If nothing comes in these weeks, the
first time of each line is printed.`,
		Example:           examples("  agon timetable contest.toml --weeks 8"),
		Args:              between(1, 1),
		ValidArgsFunction: contests,
		RunE: func(_ *cobra.Command, args []string) error {
			f, err := config.ReadAhead(contestFile(args[0]))
			switch {
			case err != nil:
				return err
			case weeks < 1 || weeks > 520:
				return fmt.Errorf("--weeks takes a number from 1 to 520, not %d", weeks)
			case len(f.Timetable) == 0:
				return fmt.Errorf("%s has no timetable: add tables [[timetable]], as docs/season.md shows", args[0])
			}
			return printTimetable(w, f, time.Now(), weeks)
		},
	}
	cmd.Flags().IntVar(&weeks, "weeks", weeks, "number of weeks")
	return cmd
}

func printTimetable(w *world, f *config.File, now time.Time, weeks int) error {
	coming := f.Timetable.Coming(now, now.AddDate(0, 0, 7*weeks), mostTimes)
	if len(coming) == 0 {
		coming = f.Timetable.Coming(now, now.AddDate(100, 0, 0), 1)
	}
	if len(coming) == 0 {
		return f.Mistake(config.Place{Table: "timetable", Key: "at"},
			errors.New("every time of the timetable is in the past: write later ones, or remove its lines"))
	}
	fmt.Fprintf(w.out, "%s, in the time zone %s\n\n", f.Name, moment.Zone(now.In(f.Timetable[0].Zone)))
	table := tabwriter.NewWriter(w.out, 0, 0, 2, ' ', 0)
	for i := range coming {
		x := &coming[i]
		fmt.Fprintf(table, "%s %s\t%s\t%s\n", x.At.Format("Mon"), moment.Words(x.At), x.Says(), x.Words)
	}
	return table.Flush()
}
