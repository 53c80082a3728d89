package agents

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"agon/lab/agents/pages"
	"agon/show/report"
)

// Folder is the folder of the pages about agents, in the report of a contest.
const Folder = "agents"

// write writes the pages of all runs.
func (s *Setup) write(o *Outcome) error {
	p := pages.Contest{Title: s.File.Name, Kind: s.Kind.Title, Verdict: o.Verdict}
	for nth, dir := range o.Runs {
		r := s.at(nth)
		r.dir = dir
		for i := range s.File.Agents.Agents {
			for round := 1; round <= s.File.Agents.Rounds; round++ {
				e := &editing{run: r, agent: &s.File.Agents.Agents[i], round: round}
				shown, err := e.shown()
				if err != nil {
					return err
				}
				p.Edits = append(p.Edits, shown)
			}
		}
	}
	return pages.Write(filepath.Join(s.Dir, report.Folder, Folder), p)
}

// shown returns the edit as pages show it.
func (e *editing) shown() (p pages.Edit, err error) {
	text, err := os.ReadFile(e.recordFile(e.round))
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return p, err
	}
	p.Run, p.Agent = e.nth, e.agent.Name
	for name, to := range map[string]*string{"transcript.log": &p.Transcript, "diff.patch": &p.Diff} {
		text, err := os.ReadFile(filepath.Join(e.dir(), name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return p, err
		}
		*to = string(text)
	}
	return p, nil
}
