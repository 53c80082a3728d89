package config

import (
	"errors"
	"fmt"
	"strconv"

	"agon/internal/tomlfile"
)

// Decidable lists the keys of [limits] that may be changed during a contest: they decide which bots get through a game, and do not define
// the contest.
var Decidable = []string{"clock", "cpu", "disk", "guard", "memory", "output", "tasks"}

// Set sets one of the [Decidable] limits to a value as in [limits], without quotes.
func (l *Limits) Set(key, value string) error {
	written := strconv.Quote(value)
	if key == "tasks" {
		written = value
	}
	var read limits
	if _, err := tomlfile.Decode("limits", []byte(key+" = "+written+"\n"), &read); err != nil {
		var mistake *tomlfile.Error
		if errors.As(err, &mistake) {
			err = errors.New(mistake.Text)
		}
		return fmt.Errorf("invalid limit: %w", err)
	}
	now := read.limits()
	switch key {
	case "clock":
		l.CPUClock = now.CPUClock
	case "cpu":
		l.CPU = now.CPU
	case "disk":
		l.Disk = now.Disk
	case "guard":
		l.Guard = now.Guard
	case "memory":
		l.Memory = now.Memory
	case "output":
		l.Output = now.Output
	case "tasks":
		l.Tasks = now.Tasks
	}
	return nil
}
