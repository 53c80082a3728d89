package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"agon/internal/tomlfile"
)

// A Limit describes a key of [limits].
type Limit struct {
	Key, Title, About string
	Example           string   // a value in TOML
	Values            []string // the allowed ones; none: see About
}

// LimitKeys are the keys of [limits], in the order in which a written file has them.
var LimitKeys = []Limit{
	{"guard", "Longest move", "time for one move where the rules of the game set no limit, such as 10s", `"60s"`, nil},
	{"clock", "Clock", "wall: the time until the answer, without what this machine held up; cpu: the bot's processor time alone",
		`"wall"`, []string{"wall", "cpu"}},
	{"average", "Average of a move", "a bot that is slower on average is flagged, such as 20ms", `"20ms"`, nil},
	{"enforce", "Rank no slow bots", "a bot over the average is not ranked, instead of flagged", "true", []string{"false", "true"}},
	{"cpu", "Processor time of a process", "a bot that has used so much in all is ended, such as 10m", `"10m"`, nil},
	{"round_cpu", "Processor time in a round", "a bot that has used so much in a round of play plays no more games of it, such as 10m",
		`"10m"`, nil},
	{"memory", "Memory", "of a bot with everything that it starts, such as 512MiB", `"512MiB"`, nil},
	{"tasks", "Processes and threads", "of a bot, a number", "128", nil},
	{"disk", "Files in /tmp", "how much a bot may write there, such as 64MiB", `"64MiB"`, nil},
	{"output", "Output that is kept", "of what a bot prints in a game, such as 64KiB; the rest is counted", `"64KiB"`, nil},
	{"packages", "Python packages", "those that bots may import beside the standard library, with commas: numpy, scipy; without it all " +
		"that are installed", `["numpy"]`, nil},
}

// WrittenLimit returns the value of a limit in TOML. value is as people type it, without quotes.
func WrittenLimit(key, value string) string {
	value = strings.TrimSpace(value)
	switch plain := !strings.ContainsFunc(value, unicode.IsControl); { // a further line would set another key
	case plain && key == "tasks", key == "enforce" && (value == "true" || value == "false"):
		return value
	case key == "packages":
		var list []string
		for _, name := range strings.FieldsFunc(value, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
			list = append(list, strconv.Quote(name))
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	return strconv.Quote(value)
}

// Texts returns the limits that are set, as people type them, by their keys.
func (l *Limits) Texts() map[string]string {
	texts := map[string]string{}
	for key, d := range map[string]time.Duration{"guard": l.Guard, "average": l.Average, "cpu": l.CPU, "round_cpu": l.RoundCPU} {
		if d != 0 {
			texts[key] = d.String()
		}
	}
	for key, n := range map[string]int64{"memory": l.Memory, "disk": l.Disk, "output": l.Output} {
		if n != 0 {
			texts[key] = size(n).text()
		}
	}
	if l.Tasks != 0 {
		texts["tasks"] = strconv.Itoa(l.Tasks)
	}
	if l.CPUClock {
		texts["clock"] = "cpu"
	}
	if l.Enforce {
		texts["enforce"] = "true"
	}
	if l.Packages != nil {
		texts["packages"] = strings.Join(*l.Packages, ", ")
	}
	return texts
}

// Decidable lists the keys of [limits] that may be changed during a contest: they decide which bots get through a game, and do not define
// the contest.
var Decidable = []string{"clock", "cpu", "disk", "guard", "memory", "output", "round_cpu", "tasks"}

// Set sets a limit to a value as in [limits], without quotes.
func (l *Limits) Set(key, value string) error {
	all := limits{
		Memory: size(l.Memory), Tasks: uint32(l.Tasks), CPU: duration{l.CPU}, Disk: size(l.Disk), Output: size(l.Output),
		Guard: duration{l.Guard}, RoundCPU: duration{l.RoundCPU},
		Average: duration{l.Average}, Enforce: l.Enforce, Packages: l.Packages, Clock: clock{l.CPUClock},
	}
	if _, err := tomlfile.Decode("limits", []byte(key+" = "+WrittenLimit(key, value)+"\n"), &all); err != nil {
		var mistake *tomlfile.Error
		if errors.As(err, &mistake) {
			err = errors.New(mistake.Text)
		}
		return fmt.Errorf("invalid limit: %w", err)
	}
	*l = all.limits()
	return nil
}
