/*
Package folder writes a contest's report as a folder: its pages, the brackets of its knockouts to print, the run as JSON, and the checksums
of all these files, which are written last. A folder without checksums is incomplete. Each file is written atomically.
*/
package folder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"agon/internal/wholefile"
	"agon/show/bracket"
	"agon/show/report"
	"agon/show/web"
)

// Files of the folder that are not pages, and the live bracket.
const (
	ResultFile = "result.json"   // the output of agon run --json
	LiveFile   = web.BracketFile // the bracket, rewritten as matches end
	sumsFile   = "SHA256SUMS"    // the checksums of the other files, in the format of sha256sum -c
)

// Write writes the report of a run into a folder. Games whose replays are lost are listed without them, and have the error in Lost.
func Write(dir string, r *report.Run) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, mark := range []string{sumsFile, CardFile} { // it is incomplete, and not for everybody
		if err := forget(dir, mark); err != nil {
			return err
		}
	}
	return write(dir, r)
}

// write writes the files of a report, the checksums last.
func write(dir string, r *report.Run) error {
	if err := writeExports(dir, r); err != nil {
		return err
	}
	if err := web.WriteReport(dir, r); err != nil {
		return err
	}
	if err := writeBrackets(dir, r); err != nil { // its boxes lead to the pages of games
		return err
	}
	if err := copyBeside(filepath.Join(dir, web.AgentsFolder), r.Beside); err != nil {
		return err
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		return err
	}
	if err := wholefile.WriteBytes(filepath.Join(dir, ResultFile), text.Bytes()); err != nil {
		return err
	}
	return writeSums(dir)
}

// copyBeside replaces a folder by a copy of another; from is empty if there is none.
func copyBeside(to, from string) error {
	if err := os.RemoveAll(to); err != nil || from == "" {
		return err
	}
	return os.CopyFS(to, os.DirFS(from))
}

// writeBrackets writes the brackets of all knockouts to print, and the last one's page.
func writeBrackets(dir string, r *report.Run) error {
	for i := range r.Stages {
		s := &r.Stages[i]
		if s.Bracket == nil {
			continue
		}
		if err := wholefile.Write(filepath.Join(dir, fmt.Sprintf("stage-%d-bracket.svg", i+1)), picture(r, s).Write); err != nil {
			return err
		}
		if err := web.WriteBracket(dir, web.LiveBracket{Title: r.Contest, Names: r.Names(), Looks: r.Looks(), Bracket: s.Bracket,
			Done: s.Played, Games: s.Planned, Over: true}); err != nil {
			return err
		}
	}
	return nil
}

// WriteBracket writes the bracket of the last knockout of a run as an SVG file.
func WriteBracket(file string, r *report.Run) error {
	for i := len(r.Stages) - 1; i >= 0; i-- {
		if s := &r.Stages[i]; s.Bracket != nil {
			return wholefile.Write(file, picture(r, s).Write)
		}
	}
	return nil
}

// picture returns a stage's bracket to print.
func picture(r *report.Run, s *report.Stage) *bracket.Picture {
	p := &bracket.Picture{Bracket: s.Bracket, Called: r.Names(), Looks: r.Looks(), Paper: true, Title: r.Contest}
	if len(r.Stages) > 1 || s.Next != "" {
		p.Title += ", " + s.Name
	}
	return p
}
