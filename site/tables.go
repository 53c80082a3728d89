package site

import (
	"context"
	"html/template"
	"strings"

	"agon/show/web"
	"agon/site/contests"
	"agon/site/entries"
	"agon/site/recent"
)

// tables are the newest tables of contests as they are shown. Its methods are safe for concurrent use.
type tables struct {
	bots func(ctx context.Context, contest string, person int64) ([]entries.Bot, error) // that were submitted by a person; 0: by all
	made recent.Values[*contests.Table, *renderedTable]
}

// mostTables is the number of tables that are kept.
const mostTables = 64

type renderedTable struct {
	of      *contests.Table
	text    string
	rows    []int  // where the row of each standing begins in text
	bracket string // a [web.StageBracket]; empty: the stage has none
}

// of returns a table of a contest as it is shown.
func (x *tables) of(ctx context.Context, contest string, t *contests.Table) (*renderedTable, error) {
	return x.made.Get(t, mostTables, func() (*renderedTable, error) { return x.render(ctx, contest, t) })
}

// html returns a table of a contest as it is shown, with links to the pages of submitted bots, in which the rows of bots of some names
// are marked.
func (x *tables) html(ctx context.Context, contest string, t *contests.Table, own func(bot string) bool) (template.HTML, error) {
	have, err := x.of(ctx, contest, t)
	if err != nil {
		return "", err
	}
	return have.marked(own), nil
}

// render makes a table as it is shown.
func (x *tables) render(ctx context.Context, contest string, t *contests.Table) (*renderedTable, error) {
	submitted, err := x.bots(ctx, contest, 0)
	if err != nil {
		return nil, err
	}
	pages := make(map[string]string, len(submitted))
	for i := range submitted {
		pages[submitted[i].Name] = botAddress(contest, submitted[i].ID)
	}
	text, err := web.StageTable(&t.Stage, t.Nth+1, func(bot string) string { return pages[bot] })
	if err != nil {
		return nil, err
	}
	bracket, err := web.StageBracket(&t.Stage)
	if err != nil {
		return nil, err
	}
	made := &renderedTable{of: t, text: string(text), bracket: string(bracket)}
	for at := 0; ; {
		next := strings.Index(made.text[at:], rowBegins)
		if next < 0 {
			break
		}
		at += next
		made.rows = append(made.rows, at)
		at += len(rowBegins)
	}
	return made, nil
}

// rowBegins begins the row of a standing in a [web.StageTable]. No text in it can contain this: names are escaped.
const rowBegins = "<tr class=s"

// marked returns the table in which the rows of some bots have the class "own".
func (x *renderedTable) marked(own func(bot string) bool) template.HTML {
	var b strings.Builder
	done := 0
	for i, at := range x.rows {
		if own == nil || i >= len(x.of.Stage.Standings) || !own(x.of.Stage.Standings[i].Name) {
			continue
		}
		end := at + strings.IndexByte(x.text[at:], '>')
		b.WriteString(x.text[done:at] + `<tr class="own ` + x.text[at+len("<tr class="):end] + `"`)
		done = end
	}
	if done == 0 {
		return template.HTML(x.text)
	}
	b.WriteString(x.text[done:])
	return template.HTML(b.String())
}
