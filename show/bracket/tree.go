/*
Package bracket draws the bracket of a knockout: as text for terminals, and as an SVG picture for pages and printers.

Both draw the same trees. In text a line of the tree is an entry. Where two lines meet, the line continues with the winner's name; an
entry without an opponent has a longer line. In pictures a tie is a box with both sides, the winner bold; a bye has none.
Rounds are the same ties as lists, for screens that are too small for either. A double elimination has three trees, and a line that comes
from another tree says from which tie.
*/
package bracket

import (
	"fmt"
	"slices"
	"strings"

	"agon/format/tournament"
	"agon/game/palette"
	"agon/show/term/screen"
)

// A tree is a part of a bracket, ready to be drawn.
type tree struct {
	name string
	root *node
	rows int // leaves
	deep int // columns of ties
}

// A node is a tie where two lines meet, or a leaf: an entry at its start.
type node struct {
	tie    *tournament.Tie // nil for a leaf
	kids   [2]*node
	entry  int // the winner, or tournament.Unknown
	origin string
	seed   int // place in the draw, from 1; 0 for a leaf that comes from another tree
	column int
	row    float64 // in leaves, from 0
}

// planter makes trees of a bracket.
type planter struct{ *tournament.Bracket }

func trees(b *tournament.Bracket) []tree {
	p := planter{b}
	var all []tree
	for i, part := range b.Parts {
		root := p.shown(part.Root)
		n := p.tie(root, i)
		if n == nil {
			continue
		}
		t := tree{name: part.Name, root: n, deep: n.column}
		n.align(n.column)
		t.assignRows(n)
		all = append(all, t)
	}
	if len(all) == 1 {
		all[0].name = ""
	}
	return all
}

// shown returns the last visible tie of a tree: a final against its own tree's loser is left out until it is played.
func (p planter) shown(root int) int {
	t := &p.Ties[root]
	again := t.From[0].What == tournament.FromWinner && t.From[1] == (tournament.Feed{What: tournament.FromLoser, At: t.From[0].At})
	if again && (t.Bye || !t.Live() && t.Winner == tournament.Unknown) {
		return t.From[0].At
	}
	return root
}

// align puts ties at the same distance from the end into one column; leaves are in the first.
func (n *node) align(column int) {
	if n.tie == nil {
		return
	}
	n.column = column
	for _, kid := range n.kids {
		kid.align(column - 1)
	}
}

// assignRows assigns rows: to leaves in order, to ties between their sources.
func (t *tree) assignRows(n *node) {
	if n.tie == nil {
		n.row = float64(t.rows)
		t.rows++
		return
	}
	t.assignRows(n.kids[0])
	t.assignRows(n.kids[1])
	n.row = (n.kids[0].row + n.kids[1].row) / 2
}

// tie returns the node of a tie of a part; nil if nobody can ever be in it, and its only source if there is just one.
func (p planter) tie(number, part int) *node {
	t := &p.Ties[number]
	one, two := p.feed(t.From[0], part), p.feed(t.From[1], part)
	if one == nil || two == nil {
		if one == nil {
			return two
		}
		return one
	}
	return &node{tie: t, kids: [2]*node{one, two}, entry: t.Winner, column: 1 + max(one.column, two.column)}
}

func (p planter) feed(from tournament.Feed, part int) *node {
	switch {
	case p.nobody(from):
		return nil
	case from.What == tournament.FromDraw:
		return &node{entry: p.Seeds[from.At], seed: from.At + 1}
	case from.What == tournament.FromWinner && p.Ties[from.At].Part == part:
		return p.tie(from.At, part)
	}
	t := &p.Ties[from.At]
	if from.What == tournament.FromLoser {
		return &node{entry: t.Loser, origin: "loser of " + t.Name}
	}
	return &node{entry: t.Winner, origin: "winner of " + t.Name}
}

// nobody reports whether a feed never delivers an entry, whatever the results.
func (p planter) nobody(from tournament.Feed) bool {
	if from.What == tournament.FromDraw {
		return from.At >= len(p.Seeds)
	}
	t := &p.Ties[from.At]
	one, two := p.nobody(t.From[0]), p.nobody(t.From[1])
	if from.What == tournament.FromLoser {
		return one || two
	}
	return one && two
}

// Look returns an entry's look, which is its number if looks do not have it.
func Look(looks []int, entry int) int {
	if entry >= 0 && entry < len(looks) {
		return looks[entry]
	}
	return entry
}

// names are unique names of entries, safe for terminals and pages.
type names []string

func (n names) of(entry int) string {
	if entry < 0 || entry >= len(n) {
		return ""
	}
	if name := screen.Clean(n[entry]); name != "" {
		return name
	}
	return palette.Mark(entry)
}

// marked returns the names with a mark on those of entries that play no more.
func marked(b *tournament.Bracket, called []string) []string {
	if len(b.Gone) == 0 {
		return called
	}
	called = slices.Clone(called)
	for _, entry := range b.Gone {
		if entry < len(called) {
			called[entry] = names(called).of(entry) + " (out)"
		}
	}
	return called
}

// score returns the score of a tie, the winner's first: the points of its one game, or the games won of a longer match. It is empty before
// its first game is over.
func score(t *tournament.Tie) string {
	if len(t.Games) == 0 {
		return ""
	}
	a, b := float64(t.Wins[0]), float64(t.Wins[1])
	if t.Series <= 1 {
		a, b = t.Score[0], t.Score[1]
	}
	if t.Winner >= 0 && t.Side(t.Winner) == 1 {
		a, b = b, a
	}
	return figure(a) + ":" + figure(b)
}

func figure(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.1f", x), "0"), ".")
}

// Notes returns sentences on ties that were not decided by their games at once.
func Notes(b *tournament.Bracket, called []string) []string {
	var list []string
	for i := range b.Ties {
		t := &b.Ties[i]
		if note := leftNote(t, called); note != "" {
			list = append(list, note)
			continue
		}
		again := len(t.Games) - t.Series
		if t.Winner < 0 || t.Bye || again <= 0 {
			continue
		}
		text := fmt.Sprintf("%s, %s against %s: replayed %s", t.Name, names(called).of(t.Winner), names(called).of(t.Loser), times(again))
		if t.How != "" {
			text += ", then " + t.How + " decided"
		}
		list = append(list, text+".")
	}
	return list
}

// leftNote returns a sentence on a tie that was decided because somebody left; empty for others.
func leftNote(t *tournament.Tie, called names) string {
	switch {
	case t.Left == "":
		return ""
	case t.Winner < 0:
		return fmt.Sprintf("%s, %s against %s: %s.", t.Name, called.of(t.Sides[0]), called.of(t.Sides[1]), t.Left)
	case t.Side(t.Winner) < 0:
		return fmt.Sprintf("%s: %s, so %s, who came furthest of the others, wins.", t.Name, t.Left, called.of(t.Winner))
	}
	return fmt.Sprintf("%s, %s against %s: %s.", t.Name, called.of(t.Winner), called.of(t.Sides[1-t.Side(t.Winner)]), t.Left)
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// Columns returns the number of columns of the widest part of a bracket.
func Columns(b *tournament.Bracket) (columns int) {
	for _, t := range trees(b) {
		columns = max(columns, t.deep)
	}
	return columns
}
