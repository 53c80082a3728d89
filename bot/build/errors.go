package build

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"agon/bot/unpack"
	"agon/internal/pattern"
)

// A Flaw is a mistake in the bot that was submitted.
type Flaw struct {
	File string // relative to the bot's folder, with a line number if known; may be empty
	Text string
}

func (f *Flaw) Error() string {
	if f.File == "" {
		return f.Text
	}
	return f.File + ": " + f.Text
}

func flaw(file, format string, args ...any) error {
	return &Flaw{file, fmt.Sprintf(format, args...)}
}

// A Missing is a tool that this machine does not have.
type Missing struct {
	Tool string // "rustc"
	For  string // "Rust"
	Fix  string // "apt-get install rustc"
	But  string // what the machine has in its place: "python2 here is Python 3.11.2"; empty: nothing
}

func (m *Missing) Error() string {
	if m.But != "" {
		return fmt.Sprintf("%s needs %s, and %s: %s", m.For, m.Tool, m.But, m.Fix)
	}
	return fmt.Sprintf("%s needs %s, which is not installed: %s", m.For, m.Tool, m.Fix)
}

// A Failed is a build that failed.
type Failed struct {
	What  string // "g++ ended with code 1"
	Words string // the first lines of output, cleaned for a terminal
}

func (f *Failed) Error() string {
	if f.Words == "" {
		return "it cannot be built: " + f.What
	}
	return "it cannot be built: " + f.What + "\n" + f.Words
}

// Reason returns why a bot cannot play, if the error is its author's problem; ok is false for an error of the host.
func Reason(err error) (why string, ok bool) {
	var (
		flaw    *Flaw
		missing *Missing
		failed  *Failed
		refused *unpack.Refused
	)
	if errors.As(err, &flaw) || errors.As(err, &missing) || errors.As(err, &failed) || errors.As(err, &refused) {
		return err.Error(), true
	}
	return "", false
}

// mostLines is the number of lines of a compiler's output that are shown.
const mostLines = 40

// show prepares a compiler's output for a terminal: its first lines, without control characters, and without warnings if there are errors.
func show(words []byte) string {
	text := strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029':
			return -1
		}
		return r
	}, ansi.Strip(strings.ToValidUTF8(string(words), "\ufffd")))
	lines := withoutWarnings(withoutMachine(strings.Split(strings.TrimSpace(text), "\n")))
	if len(lines) > mostLines {
		lines = append(lines[:mostLines], fmt.Sprintf("… and %d lines more", len(lines)-mostLines))
	}
	for i, l := range lines {
		if letters := []rune(l); len(letters) > 400 {
			lines[i] = string(letters[:400]) + "…"
		}
	}
	return strings.Join(lines, "\n")
}

// machineWarning matches a line that Java's virtual machine prints about itself.
var machineWarning = pattern.Of(`^(?:OpenJDK|Java HotSpot\(TM\)) .*VM warning: |^Picked up \w*JAVA_?\w*OPTIONS: `)

// withoutMachine drops such lines, unless there are no others.
func withoutMachine(lines []string) []string {
	kept := slices.DeleteFunc(slices.Clone(lines), machineWarning().MatchString)
	if len(kept) == 0 {
		return lines
	}
	return kept
}
