package agents

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"agon/lab/agents/pages"
	"agon/lab/agents/remote"
	"agon/lab/agents/verdict"
	"agon/show/report"
)

// The folder of a contest in which everything about its agents is, and those in it with its pages: for the organiser, and without what is
// private.
const (
	own    = remote.Folder
	whole  = "pages"
	public = "public"
)

// Begun reports whether the folder of a contest has more than tokens of its agents.
func Begun(dir string) bool {
	entries, err := os.ReadDir(dir)
	edits, _ := filepath.Glob(filepath.Join(dir, own, "*", "rounds"))
	return err == nil && (len(edits) > 0 || slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() != own }))
}

// Public returns the folder with the pages about the agents of the contest in a folder, without what is private; empty if there is none.
func Public(dir string) string {
	if folder := filepath.Join(dir, own, public); exists(folder) {
		return folder
	}
	return ""
}

// write writes the pages about the agents of all runs.
func (s *Setup) write(v *verdict.Verdict) error {
	p := pages.Contest{Title: s.File.Name, Kind: s.Kind.Title, Verdict: v, Game: s.game}
	for nth := range s.File.Agents.Repeat {
		r := s.at(nth)
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
	err := pages.Write(filepath.Join(s.Dir, own, whole), p)
	p.Public = true
	return errors.Join(err, pages.Write(filepath.Join(s.Dir, own, public), p))
}

// game returns the address of a game's page, as seen from the pages about agents.
func (s *Setup) game(run, number int) string {
	if s.File.Agents.Repeat > 1 {
		return fmt.Sprintf("../../run-%d/%s/games/%d.html", run+1, report.Folder, number)
	}
	if !s.shown[number] {
		return ""
	}
	return fmt.Sprintf("../games/%d.html", number)
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
