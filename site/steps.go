package site

import (
	"slices"
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

// unbuilt is in the finding of the check of a version that cannot be built (package build writes it).
const unbuilt = "cannot be built"

// stepsOf returns the steps of a version's check, in their order: received, built, starts, plays a game, and the verdict. A check reports
// what it found when it ends, so while it lasts all steps after the first are open; of a check that was stopped nothing else is known.
func stepsOf(v *entries.Version, findings []finding) steps {
	s := steps{{Name: "Received"}, {Name: "Built"}, {Name: "Starts"}, {Name: "Plays a game"}, {Name: "Verdict"}}
	s.set("passed", "done", 0)
	switch v.State {
	case entries.Checking:
		s.open(v)
	case entries.Good, entries.Removed:
		s.set("passed", "done", 1, 2, 3)
		s[4].Name = "Passed"
		s.set("passed", "every test", 4)
	default:
		s.failed(v, findings)
	}
	return s
}

// steps are those of a check.
type steps []checkStep

// set sets the state of some steps.
func (s steps) set(state, words string, which ...int) {
	for _, i := range which {
		s[i].State, s[i].Words = state, words
		s[i].Mark = map[string]string{"passed": "✓", "failed": "✕", "ahead": string(rune('1' + i))}[state]
	}
}

// open sets the steps of a check that lasts.
func (s steps) open(v *entries.Version) {
	s.set("ahead", "to come", 1, 2, 3, 4)
	switch {
	case v.Hash == "":
		s.set("now", "being fetched", 0)
	case v.Log == "":
		s.set("now", "waits", 1)
	default:
		s.set("now", "under way", 1)
	}
}

// failed sets the steps of a check that ended badly.
func (s steps) failed(v *entries.Version, findings []finding) {
	s[4].Name = "Failed"
	s.set("ahead", "not known", 1, 2, 3)
	s.set("failed", "before its end", 4)
	switch {
	case v.Stopped():
		s.set("failed", "it was stopped", 4)
		return
	case v.Hash == "":
		s.set("failed", "not fetched", 0)
		s.set("ahead", "not tried", 1, 2, 3)
		s.set("failed", "at fetching", 4)
		return
	}
	if at := slices.IndexFunc(findings, func(f finding) bool { return !f.Good }); at >= 0 {
		s.set("failed", "at “"+findings[at].What+"”", 4)
	}
	for _, f := range findings {
		s.found(f)
	}
}

// found sets the steps that a finding is about.
func (s steps) found(f finding) {
	first, _, _ := strings.Cut(strings.TrimSpace(f.Told), "\n")
	switch {
	case f.What == "starts" && f.Good:
		s.set("passed", "done", 1, 2)
	case f.What == "starts" && strings.Contains(f.Told, unbuilt):
		s.set("failed", "it cannot be built", 1)
		s.set("ahead", "not tried", 2, 3)
	case f.What == "starts":
		s.set("passed", "done", 1)
		s.set("failed", "it does not start", 2)
		s.set("ahead", "not tried", 3)
	case f.What == "answers" && f.Good:
		s.set("passed", "done", 3)
	case f.What == "answers":
		s.set("failed", first, 3)
	}
}
