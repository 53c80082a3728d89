package site

import (
	"strings"

	"agon/site/entries"
)

// A checkStep is a part of a version's check, as its author sees it.
type checkStep struct {
	Name  string
	State string // "passed", "failed", "now" or "ahead": not reached, or not known
	Mark  string // what is drawn for the state; empty: nothing
	Words string // the state for people
}

// unbuilt is in what the check tells of a version that cannot be built (package build says it).
const unbuilt = "cannot be built"

// stepsOf returns the steps of a version's check, in their order: received, built, starts, plays a game, and the verdict. A check tells what it found when it
// ends, so while it lasts all steps after the first are open; of a check that was stopped nothing else is known.
func stepsOf(v *entries.Version, findings []finding) []checkStep {
	s := []checkStep{{Name: "Received"}, {Name: "Built"}, {Name: "Starts"}, {Name: "Plays a game"}, {Name: "Verdict"}}
	set := func(state, words string, which ...int) {
		for _, i := range which {
			s[i].State, s[i].Words = state, words
			s[i].Mark = map[string]string{"passed": "✓", "failed": "✕", "ahead": string(rune('1' + i))}[state]
		}
	}
	set("passed", "done", 0)
	switch v.State {
	case entries.Checking:
		set("ahead", "to come", 1, 2, 3, 4)
		switch {
		case v.Hash == "":
			set("now", "being fetched", 0)
		case v.Log == "":
			set("now", "waits", 1)
		default:
			set("now", "under way", 1)
		}
		return s
	case entries.Good, entries.Removed:
		set("passed", "done", 1, 2, 3)
		s[4].Name = "Passed"
		set("passed", "every test", 4)
		return s
	}
	s[4].Name = "Failed"
	set("ahead", "not known", 1, 2, 3)
	set("failed", "before its end", 4)
	switch {
	case v.Stopped():
		set("failed", "it was stopped", 4)
		return s
	case v.Hash == "":
		set("failed", "not fetched", 0)
		set("ahead", "not tried", 1, 2, 3)
		set("failed", "at fetching", 4)
		return s
	}
	bad := ""
	for _, f := range findings {
		if !f.Good && bad == "" {
			bad = f.What
			set("failed", "at “"+bad+"”", 4)
		}
		first, _, _ := strings.Cut(strings.TrimSpace(f.Told), "\n")
		switch {
		case f.What == "starts" && f.Good:
			set("passed", "done", 1, 2)
		case f.What == "starts" && strings.Contains(f.Told, unbuilt):
			set("failed", "it cannot be built", 1)
			set("ahead", "not tried", 2, 3)
		case f.What == "starts":
			set("passed", "done", 1)
			set("failed", "it does not start", 2)
			set("ahead", "not tried", 3)
		case f.What == "answers" && f.Good:
			set("passed", "done", 3)
		case f.What == "answers":
			set("failed", first, 3)
		}
	}
	return s
}
