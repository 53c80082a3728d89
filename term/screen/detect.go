package screen

import (
	"os"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"
)

// IsTerminal reports whether a file is a terminal, a dumb one too.
func IsTerminal(file *os.File) bool { return term.IsTerminal(int(file.Fd())) }

// Detect is what the terminal behind a file can show, by its environment: Plain where there is no terminal or a dumb one.
func Detect(file *os.File, env []string) Depth {
	if !IsTerminal(file) {
		return Plain
	}
	return ofProfile(colorprofile.Detect(file, env), env)
}

// ofProfile takes NO_COLOR at its word: any value but the empty one counts (no-color.org).
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

// Size is the size of the terminal behind a file; 80 x 24 where it does not tell.
func Size(file *os.File) (width, height int) {
	width, height, err := term.GetSize(int(file.Fd()))
	if err != nil || width <= 0 || height <= 0 {
		return 80, 24
	}
	return width, height
}

// Profile is the depth as Bubble Tea calls it.
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
