package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"agon/internal/tomlfile"
)

// Decidable lists the keys of [limits] that may be changed during a contest: they decide which bots get through a game, and do not define
// the contest.
var Decidable = []string{"clock", "cpu", "disk", "guard", "memory", "output", "tasks"}

// Set sets one of the [Decidable] limits to a value as in [limits], without quotes.
func (l *Limits) Set(key, value string) error {
	written := strconv.Quote(value)
	if key == "tasks" && !strings.Contains(value, "\n") { // a further line would set another key
		written = value
	}
	all := limits{
		Memory: size(l.Memory), Tasks: uint32(l.Tasks), CPU: duration{l.CPU}, Disk: size(l.Disk), Output: size(l.Output),
		Guard:   duration{l.Guard},
		Average: duration{l.Average}, Enforce: l.Enforce, Packages: l.Packages, Clock: clock{l.CPUClock},
	}
	if _, err := tomlfile.Decode("limits", []byte(key+" = "+written+"\n"), &all); err != nil {
		var mistake *tomlfile.Error
		if errors.As(err, &mistake) {
			err = errors.New(mistake.Text)
		}
		return fmt.Errorf("invalid limit: %w", err)
	}
	*l = all.limits()
	return nil
}
