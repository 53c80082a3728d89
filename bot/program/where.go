package program

import (
	"slices"
	"strings"

	"agon/bot"
	"agon/internal/traceback"
)

// tellsWhere reports whether a program writes where it was when it is aborted: package build has Python do so.
func tellsWhere(c bot.Command) bool { return slices.Contains(c.Env, "PYTHONFAULTHANDLER=1") }

// faulthandlerHead begins what a Python that was aborted writes.
const faulthandlerHead = "Fatal Python error: Aborted"

// whereIn is where a program was, as the end of what it wrote tells; empty where that tells nothing.
func whereIn(text string) string {
	at := strings.LastIndex(text, faulthandlerHead)
	if at < 0 {
		return ""
	}
	return traceback.Place(text[at:])
}
