package bracket

import (
	"fmt"
	"slices"
	"strings"

	"agon/format/tournament"
)

// A Round is a column of a bracket as a list, for pages without room to draw the bracket.
type Round struct {
	Name string // "Quarter-finals", with the part of the bracket if it has several
	Live bool   // one of its ties can be played or is being played
	Ties []Pair
}

// A Pair is a tie of a round.
type Pair struct {
	Sides []Side // two
	Live  bool
	Games []int  // the IDs of its games that count
	Note  string // "playing", or who left or what decided the tie if its games did not
}

// A Side is one side of a tie.
type Side struct {
	Entry     int    // -1 if it is not known yet
	Name      string // of the entry, or of the tie it comes from
	Seed      int    // place in the draw, 0 if there is none
	Score     string
	Won, Lost bool
}

// Rounds returns the rounds of a bracket: those with a running tie first, then later ones, then past ones.
func Rounds(b *tournament.Bracket, called []string) []Round {
	called = marked(b, called)
	var all []Round
	for _, t := range trees(b) {
		var list []Round
		for _, name := range t.rounds() {
			if lower := strings.ToLower(name); t.name != "" && lower != t.name && !strings.HasPrefix(lower, t.name+"'") {
				name = strings.ToUpper(t.name[:1]) + t.name[1:] + ": " + strings.ToLower(name[:1]) + name[1:]
			}
			list = append(list, Round{Name: name})
		}
		gather(list, t.root, called)
		all = append(all, list...)
	}
	order := func(r Round) int {
		switch {
		case r.Live:
			return 0
		case slices.ContainsFunc(r.Ties, Pair.open):
			return 1
		}
		return 2
	}
	past := slices.IndexFunc(all, func(r Round) bool { return order(r) < 2 })
	if past < 0 {
		slices.Reverse(all) // the contest is over: the final first
	}
	slices.SortStableFunc(all, func(a, b Round) int { return order(a) - order(b) })
	return all
}

// open reports whether a pair has no winner yet.
func (p Pair) open() bool {
	return !p.Sides[0].Won && !p.Sides[1].Won
}

// gather adds the ties of a node and of the nodes before it to their rounds.
func gather(list []Round, n *node, called names) {
	if n.tie == nil {
		return
	}
	pair := Pair{Live: n.tie.Live(), Games: n.tie.Games}
	for _, kid := range n.kids {
		gather(list, kid, called)
		side := Side{Entry: kid.entry, Name: called.of(kid.entry), Seed: seedOf(kid)}
		if kid.entry < 0 {
			side.Entry, side.Name = tournament.Unknown, waiting(kid)
		} else {
			side.Score = sideScore(n.tie, kid.entry)
			side.Won, side.Lost = n.tie.Winner == kid.entry, n.tie.Winner >= 0 && n.tie.Winner != kid.entry
		}
		pair.Sides = append(pair.Sides, side)
	}
	switch {
	case pair.Live && len(n.tie.Games) > 0:
		pair.Note = "playing"
	case n.tie.Left != "":
		pair.Note = n.tie.Left
	case n.tie.How != "":
		pair.Note = n.tie.How + " decided"
	}
	r := &list[n.column-1]
	r.Ties, r.Live = append(r.Ties, pair), r.Live || pair.Live
}

// rounds returns the names of a tree's columns of ties, the first round first.
func (t *tree) rounds() []string {
	list := make([]string, t.deep)
	ties := make([]int, t.deep)
	var visit func(n *node)
	visit = func(n *node) {
		if n.tie == nil {
			return
		}
		ties[n.column-1]++
		list[n.column-1] = n.tie.Name
		visit(n.kids[0])
		visit(n.kids[1])
	}
	visit(t.root)
	for i, name := range list {
		list[i] = heading(name, ties[i])
	}
	return list
}

// heading returns a tie's name as the name of its round: "Semi-finals", "Round of 16".
func heading(tie string, ties int) string {
	for _, article := range []string{"the ", "a "} {
		tie = strings.TrimPrefix(tie, article)
	}
	if strings.HasSuffix(tie, "final") && ties > 1 {
		tie += "s"
	}
	for _, part := range []string{"winners' ", "losers' "} { // the part is named above
		if strings.HasPrefix(tie, part+"round") {
			tie = strings.TrimPrefix(tie, part)
		}
	}
	if tie == "" {
		return ""
	}
	return strings.ToUpper(tie[:1]) + tie[1:]
}

// waiting returns the text for a side whose entry is not known yet.
func waiting(n *node) string {
	if n.entry == tournament.Nobody {
		return "nobody"
	}
	if n.origin != "" {
		return n.origin
	}
	if n.tie != nil {
		return "winner of " + n.tie.Name
	}
	return ""
}

// seedOf returns the place in the draw of the entry that comes out of a node, or 0 if it is not known.
func seedOf(n *node) int {
	if n.tie == nil {
		return n.seed
	}
	for _, kid := range n.kids {
		if n.entry >= 0 && kid.entry == n.entry {
			return seedOf(kid)
		}
	}
	return 0
}

// sideScore returns the score of a side of a tie: the points of its one game, or the games won of a longer match. It is empty before the
// first game is over.
func sideScore(t *tournament.Tie, entry int) string {
	side := t.Side(entry)
	if len(t.Games) == 0 || side < 0 {
		return ""
	}
	text := fmt.Sprint(t.Wins[side])
	if t.Series <= 1 {
		text = figure(t.Score[side])
	}
	if t.How+t.Left != "" && t.Winner == entry {
		text += "*"
	}
	return text
}

// deciding returns the tie that decides a bracket, nil before there is one.
func deciding(b *tournament.Bracket) *tournament.Tie {
	if len(b.Parts) == 0 {
		return nil
	}
	p := planter{b}
	for _, part := range slices.Backward(b.Parts) {
		if part.Name == "final" {
			return &b.Ties[p.shown(part.Root)]
		}
	}
	return &b.Ties[p.shown(b.Parts[0].Root)]
}

// FinalScore returns the score of the final, the winner's first: "28 : 23"; empty before it is over.
func FinalScore(b *tournament.Bracket) string {
	t := deciding(b)
	if t == nil || t.Winner < 0 || t.Side(t.Winner) < 0 {
		return ""
	}
	return strings.Replace(score(t), ":", " : ", 1)
}

// LastGame returns the ID of the last game of the final, -1 if it had none.
func LastGame(b *tournament.Bracket) int {
	if t := deciding(b); t != nil && len(t.Games) > 0 {
		return t.Games[len(t.Games)-1]
	}
	return -1
}
