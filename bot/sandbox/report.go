package sandbox

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// A Report is the result of [Probe], for printing and for JSON.
type Report struct {
	System string        `json:"system"` // "Linux 6.18.4 amd64, root"
	Best   Level         `json:"best"`
	Levels []LevelReport `json:"levels"`            // best first
	Root   string        `json:"as_root,omitempty"` // what root would add; empty for root
}

// A LevelReport is the result of a canary at a level.
type LevelReport struct {
	Level    Level          `json:"level"`
	Usable   bool           `json:"usable"`
	Why      string         `json:"why,omitempty"` // why it is not usable
	Features []Feature      `json:"features,omitempty"`
	lack     *ResourceError // the missing resource that may have caused Why; nil: none
}

// A Feature is one protection that a sandbox should offer.
type Feature struct {
	Name     string `json:"name"`
	Enforced bool   `json:"enforced"`
	Why      string `json:"why,omitempty"` // why it is not enforced, or how it is
}

// String returns a table of all features at all levels, with the reasons below it.
func (r Report) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "best level: %s (%s)\n\n", r.Best, r.System)
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	row := func(name string, word func(LevelReport) string) {
		fmt.Fprint(table, name)
		for _, l := range r.Levels {
			fmt.Fprint(table, "\t", word(l))
		}
		fmt.Fprintln(table)
	}
	row("", func(l LevelReport) string { return l.Level.String() })
	row("usable", func(l LevelReport) string { return yes(l.Usable) })
	for _, name := range r.names() {
		row(name, func(l LevelReport) string { return l.word(name) })
	}
	table.Flush()
	for i, note := range r.notes() {
		if i == 0 {
			text.WriteString("\n")
		}
		text.WriteString(note + "\n")
	}
	if r.Root != "" {
		text.WriteString("\n" + r.Root + "\n")
	}
	return text.String()
}

// names returns the names of all features, in the order of the first level that has any.
func (r Report) names() []string {
	var names []string
	for _, l := range r.Levels {
		for _, f := range l.Features {
			names = append(names, f.Name)
		}
		if names != nil {
			break
		}
	}
	return names
}

func (l LevelReport) word(name string) string {
	for _, f := range l.Features {
		if f.Name == name && f.Enforced && f.Why != "" {
			return "yes*"
		}
		if f.Name == name {
			return yes(f.Enforced)
		}
	}
	return "-"
}

// notes returns the reasons, level by level.
func (r Report) notes() []string {
	var notes []string
	for _, l := range r.Levels {
		if l.Why != "" {
			notes = append(notes, fmt.Sprintf("%s: %s", l.Level, l.Why))
		}
		if l.Level == None {
			continue // it enforces nothing, so reasons say nothing new
		}
		for _, f := range l.Features {
			if f.Why != "" {
				notes = append(notes, fmt.Sprintf("%s: %s: %s", l.Level, f.Name, f.Why))
			}
		}
	}
	return notes
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
