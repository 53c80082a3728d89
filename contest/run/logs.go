package run

import (
	"bytes"
	"fmt"
	"os"

	"agon/record/gamelog"
)

// log appends the output of bots in a batch of games to their logs.
func (r *run) log(batch []finished) error {
	for _, g := range batch {
		for seat, entry := range g.Entries() {
			if err := r.contest.AppendLog(entry, g.Seats[seat].Log...); err != nil {
				return fmt.Errorf("write the log of %s: %w", r.contest.Entries[entry].Name, err)
			}
		}
	}
	return nil
}

// logBroken writes a log with the reason for each bot that cannot play.
func (r *run) logBroken() error {
	c := r.contest
	for i := range c.Entries {
		e := &c.Entries[i]
		if e.Broken == "" || c.Out(i) != "" {
			continue
		}
		reason := gamelog.Record{Turn: gamelog.Unknown, Kind: gamelog.Note, Text: "it cannot play: " + e.Broken}
		if has, err := os.ReadFile(c.LogFile(i)); err == nil && bytes.HasSuffix(has, gamelog.Append(nil, reason)) {
			continue
		}
		if err := c.AppendLog(i, reason); err != nil {
			return fmt.Errorf("write the log of %s: %w", e.Name, err)
		}
	}
	return nil
}
