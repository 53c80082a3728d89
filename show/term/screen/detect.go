package screen

import (
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"
)

// IsTerminal reports whether a file is a terminal, including a dumb one.
func IsTerminal(file *os.File) bool { return term.IsTerminal(int(file.Fd())) }

// Columns returns the width of the terminal that a writer is, or most if that is less or there is none.
func Columns(out io.Writer, most int) int {
	if file, ok := out.(*os.File); ok {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
			return min(width, most)
		}
	}
	return most
}

// Detect returns what the terminal behind a file can show, according to its environment: Plain if it is not a terminal or a dumb one.
func Detect(file *os.File, env []string) Depth {
	if !IsTerminal(file) {
		return Plain
	}
	return ofProfile(colorprofile.Detect(file, env), env)
}

// ofProfile honours NO_COLOR as no-color.org specifies it: any value but the empty one counts.
func ofProfile(p colorprofile.Profile, env []string) Depth {
	depth := Mono
	switch {
	case p <= colorprofile.NoTTY:
		return Plain
	case p >= colorprofile.TrueColor:
		depth = True
	case p >= colorprofile.ANSI256:
		depth = Xterm
	}
	for _, e := range env {
		if value, found := strings.CutPrefix(e, "NO_COLOR="); found && value != "" {
			return Mono
		}
	}
	return depth
}

// Size returns the size of the terminal behind a file, or 80 x 24 if it is unknown.
func Size(file *os.File) (width, height int) {
	width, height, err := term.GetSize(int(file.Fd()))
	if err != nil || width <= 0 || height <= 0 {
		return 80, 24
	}
	return width, height
}

// Profile returns the depth as Bubble Tea's type.
func (d Depth) Profile() colorprofile.Profile {
	switch d {
	case True:
		return colorprofile.TrueColor
	case Xterm:
		return colorprofile.ANSI256
	case Mono:
		return colorprofile.ASCII
	}
	return colorprofile.NoTTY
}
