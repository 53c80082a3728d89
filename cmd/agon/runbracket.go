package main

import (
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"agon/bracket"
	"agon/contest"
	"agon/internal/wholefile"
	"agon/term/screen"
	"agon/tournament"
)

// checkBracket refuses a picture of a bracket for a contest that has none, before anything is played.
func checkBracket(file string, c *contest.Contest) error {
	if file == "" {
		return nil
	}
	if filepath.Ext(file) != ".svg" {
		return fmt.Errorf("--bracket %s: the bracket is written as SVG; use a name that ends in .svg", file)
	}
	for _, s := range c.Stages {
		if s.Format == "knockout" {
			return nil
		}
	}
	return errors.New("--bracket: no stage of this contest is a knockout (agon formats knockout)")
}

// called is the names of all entries.
func called(c *contest.Contest) []string {
	var names []string
	for _, e := range c.Entries {
		names = append(names, e.Name)
	}
	return names
}

// printBracket prints a stage's bracket, where it has one: on a terminal as wide as that is, in a file with whole names.
func (r *runReport) printBracket(out io.Writer, s *contest.StageResult) {
	b := s.Table.Bracket
	if b == nil {
		return
	}
	o := bracket.TextOptions{}
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			o.Width = width
		}
		o.Lines = screen.Detect(f, os.Environ()).Colour()
	}
	fmt.Fprintln(out)
	for _, line := range bracket.Text(b, called(r.contest), o) {
		fmt.Fprintln(out, line)
	}
	for _, note := range bracket.Notes(b, called(r.contest)) {
		fmt.Fprintln(out, "* "+note)
	}
}

// picture is a stage's bracket to be drawn.
func (r *runReport) picture(s *contest.StageResult, paper bool) *bracket.Picture {
	p := &bracket.Picture{Bracket: s.Table.Bracket, Called: called(r.contest), Paper: paper}
	if paper {
		p.Title = r.contest.File.Name
		if len(r.contest.Stages) > 1 {
			p.Title += ", " + s.Stage.Name
		}
	}
	return p
}

// pageBracket is a stage's bracket for the report's page, empty where it has none.
func (r *runReport) pageBracket(s *contest.StageResult) template.HTML {
	if s.Table.Bracket == nil {
		return ""
	}
	var b strings.Builder
	if err := r.picture(s, false).Write(&b); err != nil {
		return ""
	}
	return template.HTML(b.String()) // every name in it has been escaped
}

// writeBrackets writes the pictures to print: into the report, one for each knockout, and that of the last one into file.
func (r *runReport) writeBrackets(file string) error {
	last := -1
	for i := range r.result.Stages {
		s := &r.result.Stages[i]
		if s.Table.Bracket == nil {
			continue
		}
		last = i
		if err := os.MkdirAll(r.report, 0o755); err != nil {
			return err
		}
		name := filepath.Join(r.report, fmt.Sprintf("stage-%d-bracket.svg", i+1))
		if err := wholefile.Write(name, r.picture(s, true).Write); err != nil {
			return err
		}
		if err := writeLive(r.contest, &s.Table, s.Ledger.Done(), s.Ledger.Planned(), true); err != nil {
			return err
		}
	}
	if file == "" || last < 0 {
		return nil
	}
	return wholefile.Write(file, r.picture(&r.result.Stages[last], true).Write)
}

// liveBracket draws the bracket of a table for the dashboard; nil where it has none.
func liveBracket(c *contest.Contest, t *tournament.Table) func(width int, lines bool) []string {
	if t.Bracket == nil {
		return nil
	}
	b, names := t.Bracket, called(c)
	return func(width int, lines bool) []string {
		return bracket.Text(b, names, bracket.TextOptions{Width: width, Lines: lines})
	}
}
