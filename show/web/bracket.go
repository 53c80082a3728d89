package web

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agon/format/tournament"
	"agon/show/bracket"
)

// bracketRound is a round of a bracket as a list, for phones.
type bracketRound struct {
	Name string
	Live bool
	Ties []bracketTie
}

type bracketTie struct {
	Sides []bracketSide
	Live  bool
	Note  string
	Href  string // of the page of its last game that has one; empty if none has
}

type bracketSide struct {
	bracket.Side
	chip
}

// bracketView is a bracket as a page shows it: drawn, and as lists for phones.
type bracketView struct {
	Name    string // of its stage
	Deep    bool   // of more rounds than fit beside a side column
	Drawing template.HTML
	Rounds  []bracketRound
}

// newBracket returns the view of a bracket, nil if there is none. watchable has the numbers of the games that have a page.
func newBracket(name string, b *tournament.Bracket, names []string, looks []int, watchable map[int]bool) *bracketView {
	if b == nil {
		return nil
	}
	v := &bracketView{Name: name, Deep: bracket.Columns(b) > 4}
	var drawing strings.Builder
	link := func(t *tournament.Tie) string { return lastGame(t.Games, watchable) }
	if err := (&bracket.Picture{Bracket: b, Called: names, Looks: looks, Link: link}).Write(&drawing); err == nil {
		v.Drawing = template.HTML(drawing.String()) // every name in it has been escaped
	}
	for _, round := range bracket.Rounds(b, names) {
		list := bracketRound{Name: round.Name, Live: round.Live}
		for _, pair := range round.Ties {
			tie := bracketTie{Live: pair.Live, Note: pair.Note, Href: lastGame(pair.Games, watchable)}
			for _, side := range pair.Sides {
				at := bracketSide{Side: side}
				if side.Entry >= 0 {
					at.chip = chipOf(bracket.Look(looks, side.Entry))
				}
				tie.Sides = append(tie.Sides, at)
			}
			list.Ties = append(list.Ties, tie)
		}
		v.Rounds = append(v.Rounds, list)
	}
	return v
}

// lastGame returns the address of the last of some games, by their IDs, that has a page; "" if none has.
func lastGame(ids []int, watchable map[int]bool) string {
	for _, id := range slices.Backward(ids) {
		if watchable[id+1] {
			return gamePath(id + 1)
		}
	}
	return ""
}

// BracketFile is the page of a knockout's bracket in the folder of a report.
const BracketFile = "bracket.html"

// LiveBracket is the state of a bracket during play.
type LiveBracket struct {
	Title       string
	Names       []string // of the line-up
	Looks       []int    // of the line-up; nil: its numbers
	Bracket     *tournament.Bracket
	Done, Games int
	Over        bool
}

// bracketPage is the data of templates/bracket.html.
type bracketPage struct {
	frame
	LiveBracket
	View *bracketView
}

// WriteBracket writes the page of a bracket into the folder of a report, for a screen in the hall and for phones. It needs no other file of
// the report, and reloads itself until the contest is over.
func WriteBracket(dir string, l LiveBracket) error {
	pages, err := os.ReadDir(filepath.Join(dir, "games"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("write the page of the bracket: %w", err)
	}
	watchable := map[int]bool{}
	for _, page := range pages {
		if n, err := strconv.Atoi(strings.TrimSuffix(page.Name(), ".html")); err == nil {
			watchable[n] = true
		}
	}
	var in inlined
	p := bracketPage{LiveBracket: l, View: newBracket(l.Title, l.Bracket, l.Names, l.Looks, watchable)}
	p.Contest, p.Page, p.Home = l.Title, "Bracket", "#"
	p.Head = in.sheet(sheet(reportSheets)) + in.script("", asset("theme.js"))
	p.Policy = in.policy()
	if l.Over {
		p.Home, p.Head = "index.html", feedLink("")+p.Head
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("write the page of the bracket: %w", err)
	}
	if err := writePage(filepath.Join(dir, BracketFile), "bracket-page", p); err != nil {
		return fmt.Errorf("write the page of the bracket: %w", err)
	}
	return nil
}
