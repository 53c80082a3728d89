package program

import (
	"slices"
	"strings"

	"agon/bot"
	"agon/internal/traceback"
)

// dumpsStack reports whether a program writes where it was when it is aborted: package build has Python do so.
func dumpsStack(c bot.Command) bool { return slices.Contains(c.Env, "PYTHONFAULTHANDLER=1") }

// faulthandlerHead begins what a Python that was aborted writes.
const faulthandlerHead = "Fatal Python error: Aborted"

// whereIn is where a program was, by the end of its output; empty if that has no such report.
func whereIn(text string) string {
	at := strings.LastIndex(text, faulthandlerHead)
	if at < 0 {
		return ""
	}
	return traceback.Place(text[at:])
}
