package gamecheck

import gamefolder "agon/games/folder"

// A Verdict is what was found, for programs: what agon check-game --json prints.
type Verdict struct {
	Agon     int             `json:"agon"` // version of the format
	Game     string          `json:"game"`
	Version  string          `json:"version"`
	Passed   bool            `json:"passed"`
	Findings []FindingValues `json:"findings"`
}

// FindingValues is a finding, for programs.
type FindingValues struct {
	Name   string `json:"name"`
	Passed bool   `json:"passed"`
	Text   string `json:"text"`
	Fix    string `json:"mend,omitempty"`
}

// NewVerdict returns the verdict on the rules of a folder.
func NewVerdict(f *gamefolder.Folder, findings []Finding) Verdict {
	v := Verdict{Agon: 1, Game: f.Kind.Name, Version: f.Kind.Version, Passed: true}
	for _, x := range findings {
		v.Passed = v.Passed && !x.Fail
		v.Findings = append(v.Findings, FindingValues{x.Name, !x.Fail, x.Text, x.Fix})
	}
	return v
}
