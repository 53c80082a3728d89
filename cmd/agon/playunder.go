package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"agon/contest"
	"agon/games/all"
)

// under plays a game of bots that need not be in a contest, under the contest's conditions: its kind, options, limits and clock. Neither the
// contest's folder nor its seed and secret are touched.
func (p *playing) under(cmd *cobra.Command, w *world, name string, refs []string) error {
	if len(p.set) > 0 {
		return errors.New("a contest file sets its own options (--set works with agon play KIND)")
	}
	file, err := contest.Read(name)
	if err != nil {
		return err
	}
	k, err := all.Find(file.Kind)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	settings, err := k.Settings(file.Options)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if p.guard == 0 {
		p.guard = file.Limits.Guard
	}
	if file.Limits.CPUClock {
		p.clock = "cpu"
	}
	if file.Limits.Enforce {
		p.average = file.Limits.Average
	}
	p.strangers = true
	p.file = file
	return p.one(cmd, w, k, settings, refs)
}
