package build

import (
	"regexp"
	"slices"
	"strings"

	"agon/internal/pattern"
)

// A severity is that of a compiler's message.
type severity uint8

const (
	other   severity = iota // what belongs to no message, such as an advice of agon's
	warning                 // notes and hints that stand alone, too
	failure
)

// headings match the first line of a message, and in their only group the word of its severity.
var headings = []func() *regexp.Regexp{
	// GCC, Clang, javac, ghc, kotlinc, scalac, Ruby
	pattern.Of(`^\S.*?:\d+(?::\d+)?(?:-\d+)?: (?:(?:fatal|syntax) )?(error|warning|note|remark|info)\b`),
	// C#, F#, Pascal, D, TypeScript
	pattern.Of(`^\s*\S.*?\(\d+(?:,\d+)*\) ?:? ?(?i:(fatal error|error|fatal|warning|hint|note|deprecation|info))\b`),
	// rustc, cargo, kotlinc without a place
	pattern.Of(`^(error|warning)(?:\[\w+\])?: `),
	// OCaml, behind the place; Free Pascal
	pattern.Of(`^(Error|Warning|Alert|Fatal error)\b`),
	pattern.Of(`^\[(WARNING|ERROR)\] `), // Maven
	// the programs themselves: collect2, javac
	pattern.Of(`^(?:\S*/)?[\w.+-]+: (?:fatal )?(error|warning): `),
	pattern.Of(`^(Note): \S.*`), // javac
}

var (
	// opening matches a line that stands before the first line of a message: where GCC found it, and OCaml's place.
	opening = pattern.Of(`^In file included from |^\s+from \S+:\d+|^\S+: (?:In|At) .*:$|^File "[^"]+", lines? \d`)

	// linking matches a line of a linker, which is no part of a message before it.
	linking = pattern.Of(`^(?:\S*/)?(?:ld|collect2)[\w.-]*: `)

	// counted matches a line that counts warnings.
	counted = pattern.Of(`^\s*(?:\d+|one|two|three) [Ww]arning(?:s|\(s\))?\b`)
)

// severityOf returns the severity that the first line of a message names; ok is false for other lines.
func severityOf(line string) (s severity, ok bool) {
	for _, h := range headings {
		if m := h().FindStringSubmatch(line); m != nil {
			if word := strings.ToLower(m[1]); strings.HasSuffix(word, "error") || word == "fatal" {
				return failure, true
			}
			return warning, true
		}
	}
	return other, false
}

// withoutWarnings drops warnings from a compiler's output if it has errors: an author looks for what must be changed.
func withoutWarnings(lines []string) []string {
	var kept []string
	failed := false
	for _, m := range messages(lines) {
		if m.severity == failure {
			failed = true
		}
		if m.severity != warning {
			kept = append(kept, m.lines...)
		}
	}
	if !failed {
		return lines
	}
	kept = slices.DeleteFunc(kept, counted().MatchString)
	for len(kept) > 0 && strings.TrimSpace(kept[len(kept)-1]) == "" {
		kept = kept[:len(kept)-1]
	}
	return kept
}

// A message is what a compiler says of one thing.
type message struct {
	severity severity
	lines    []string
}

// messages splits output into messages. A note belongs to what is before it. An empty line ends a message.
func messages(lines []string) (all []message) {
	var before []string // lines that open the next message
	ended := true
	for _, line := range lines {
		s, heads := severityOf(line)
		isNote := heads && s == warning && strings.Contains(line, ": note: ") && len(all) > 0 && !ended
		switch {
		case opening().MatchString(line):
			before = append(before, line)
			continue
		case isNote:
			heads = false
		case heads:
			all = append(all, message{s, before})
			before, ended = nil, false
		case len(before) > 0: // the source between OCaml's place and the message
			before = append(before, line)
			continue
		case ended && strings.TrimSpace(line) != "", linking().MatchString(line):
			all = append(all, message{severity: other})
			ended = false
		case len(all) == 0:
			continue
		}
		last := &all[len(all)-1]
		last.lines = append(append(last.lines, before...), line)
		before = nil
		ended = ended || strings.TrimSpace(line) == ""
	}
	if len(before) > 0 {
		all = append(all, message{other, before})
	}
	return all
}
