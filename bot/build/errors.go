package build

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"agon/bot/unpack"
)

// A Flaw is a mistake in what was handed in.
type Flaw struct {
	File string // beneath the bot's folder, with the line behind it where one is known; may be empty
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
	Mend string // "apt-get install rustc"
}

func (m *Missing) Error() string {
	return fmt.Sprintf("%s needs %s, which is not installed: %s", m.For, m.Tool, m.Mend)
}

// A Failed is a build that failed.
type Failed struct {
	What  string // "g++ ended with code 1"
	Words string // the first lines of what was said, fit to be shown
}

func (f *Failed) Error() string {
	if f.Words == "" {
		return "it cannot be built: " + f.What
	}
	return "it cannot be built: " + f.What + "\n" + f.Words
}

// Reason is why a bot cannot play, in words, where an error is its author's trouble; ok is false where it is the host's.
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

// mostLines is how many lines of a compiler are shown.
const mostLines = 40

// show makes a compiler's words fit for a terminal: its first lines, without control characters.
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
	}, strings.ToValidUTF8(withoutColours(string(words)), "\ufffd"))
	lines := withoutMachine(strings.Split(strings.TrimSpace(text), "\n"))
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

// machineWarning is a line that Java's virtual machine says of itself, whatever program runs in it.
var machineWarning = regexp.MustCompile(`^(?:OpenJDK|Java HotSpot\(TM\)) .*VM warning: |^Picked up \w*JAVA_?\w*OPTIONS: `)

// withoutMachine drops what a virtual machine says of itself, where something else is said too.
func withoutMachine(lines []string) []string {
	kept := slices.DeleteFunc(slices.Clone(lines), machineWarning.MatchString)
	if len(kept) == 0 {
		return lines
	}
	return kept
}

// withoutColours drops what colours a terminal: ESC [ … letter.
func withoutColours(text string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		end := strings.IndexFunc(after, func(r rune) bool { return r < '0' && r != ' ' || r > '?' })
		if end < 0 {
			return b.String()
		}
		text = after[end+1:]
	}
}
