package tournament

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"agon/format/rating"
	"agon/game"
)

// Keys of formats that can end when what matters is certain.
var (
	// UntilCertain is the level of certainty that ends a stage.
	UntilCertain = game.Option{Name: "until", Title: "Stop when certain", Default: game.Until("0"),
		About: `ends the stage early, when what must be certain (key certain) is so with this probability, such as "95 %"; 0: never`}
	// WhatIsCertain is what must be certain.
	WhatIsCertain = game.Option{Name: "certain", Title: "What must be certain", Default: "auto",
		About: `what must be certain: "advance" (who advances), "first", "top 5" (the first five places), "order" (all places); auto: who advances if not all do, else all places`}
)

// UntilKeys are both.
var UntilKeys = []game.Option{UntilCertain, WhatIsCertain}

// An Until is the condition on which a stage ends early: with a probability of Level its table says truly what matters. The zero Until is
// none.
type Until struct {
	Level   float64 // from 0.5; 0: the stage does not end early
	Advance int     // the number of a group's entries that advance; 0: all
	what    string  // as set, without blanks
	text    string  // as set
}

// ReadUntil returns the condition that keys set.
func ReadUntil(keys game.Settings) Until {
	text := keys.Text("certain")
	return Until{Level: keys.Until("until").Level(), what: strings.ReplaceAll(text, " ", ""), text: text, Advance: keys.Int("advance")}
}

// None reports whether the stage does not end early.
func (u Until) None() bool { return u.Level == 0 }

// Wrong returns the probability with which what is certain may be wrong.
func (u Until) Wrong() float64 { return 1 - u.Level }

// Check returns why this is no condition, as a sentence for the organiser; nil if it is one.
func (u Until) Check() error {
	switch {
	case u.what == "" || u.what == "auto" || u.what == "order" || u.what == "first" || u.top() > 0:
		return nil
	case u.what == "advance" && u.Advance > 0:
		return nil
	case u.what == "advance":
		return fmt.Errorf(`certain = "advance" needs advance = N, the number of bots that advance`)
	}
	return fmt.Errorf(`certain must be one of advance, order, first, "top 5" or auto, not %q`, u.text)
}

// top returns the number in "top 5"; 0 if it is none.
func (u Until) top() int {
	text, ok := strings.CutPrefix(u.what, "top")
	n, err := strconv.Atoi(text)
	if !ok || err != nil || n < 1 {
		return 0
	}
	return n
}

// Set reports whether only the set of those who advance matters, not their order.
func (u Until) Set() bool {
	return u.what == "advance" || (u.what == "" || u.what == "auto") && u.Advance > 0
}

// Places returns how many places of a group of this size matter, from the first.
func (u Until) Places(size int) int {
	n := size
	switch {
	case u.Set():
		n = u.Advance
	case u.what == "first":
		n = 1
	case u.top() > 0:
		n = u.top()
	}
	return min(n, size)
}

// String returns what is certain: "who advances is certain (95 %)".
func (u Until) String() string {
	level := strconv.FormatFloat(100*u.Level, 'f', -1, 64)
	level = fmt.Sprintf("certain (%s %%)", strings.TrimRight(level[:min(len(level), 5)], "."))
	switch {
	case u.Set():
		return "who advances is " + level
	case u.what == "first":
		return "the winner is " + level
	case u.top() > 1:
		return fmt.Sprintf("the order of the first %d is %s", u.top(), level)
	case u.top() == 1:
		return "the winner is " + level
	}
	return "the order is " + level
}

// Pairs returns the pairs of places, from 0, of which the one must truly be above the other for the table of a group to be right. above is
// called with the better place first, until it returns false; Pairs reports whether it never did.
func (u Until) Pairs(size int, above func(better, worse int) bool) bool {
	places := u.Places(size)
	if !u.Set() {
		for i := range min(places, size-1) { // neighbours first: they are the least certain
			if !above(i, i+1) {
				return false
			}
		}
	}
	for i := range places {
		from := i + 1
		if u.Set() {
			from = places
		}
		for j := from; j < size; j++ {
			if !above(i, j) {
				return false
			}
		}
	}
	return true
}

// Settle narrows the ranges of places in a table of one group to what is certain, and drops what would contradict it from the tied places.
func (u Until) Settle(t *Table) {
	places := u.Places(len(t.Standings))
	for i := range t.Standings {
		s := &t.Standings[i]
		switch {
		case i >= places:
			s.RankLow = min(s.Rank, max(s.RankLow, places+1))
		case u.Set():
			s.RankHigh = min(s.RankHigh, places)
		default:
			s.RankLow, s.RankHigh = s.Rank, i+1
		}
	}
	var tied []Cluster
	for _, c := range t.NotApart {
		if upper := (Cluster{Group: c.Group, From: c.From, To: min(c.To, places), More: c.More}); u.Set() && upper.From < upper.To {
			tied = append(tied, upper)
		}
		if lower := (Cluster{Group: c.Group, From: max(c.From, places+1), To: c.To, More: c.More}); lower.From < lower.To {
			tied = append(tied, lower)
		}
	}
	t.NotApart = tied
}

// Same reports whether a table with these values, by entry, agrees with an order of the entries, best first, in what matters. Equal values
// at a place that matters do not agree, since other rules then decide.
func (u Until) Same(order []int, values []float64) bool {
	places := u.Places(len(order))
	if u.Set() {
		least := math.Inf(1)
		for _, e := range order[:places] {
			least = min(least, values[e])
		}
		for _, e := range order[places:] {
			if rating.Round(values[e]) >= rating.Round(least) {
				return false
			}
		}
		return true
	}
	for i, e := range order[:places] {
		for _, other := range order[i+1:] {
			if rating.Round(values[other]) >= rating.Round(values[e]) {
				return false
			}
			if i+1 < places {
				break // the next place compares the others
			}
		}
	}
	return true
}

// leastWrong is how many draws of a forecast may be wrong, at least, so that there are enough of them for the level.
const leastWrong = 4

/*
Forecast reports whether simulations of the rest of a stage change what matters rarely enough for the condition. each calls see for every
simulation of a pass, with a function that simulates and reports whether the result is wrong; passes are repeated until there are enough
for the level. The probability is shared by parts that are decided separately.

A forecast that is calibrated stays so however often one looks: of the moments at which it says 95 %, those at which one stops are right in
95 of 100 too. As forecasts are estimates, only half of the allowed probability is used; simulations confirm it (TestEarlyEndsAreRight).
*/
func (u Until) Forecast(each func(pass int, see func(wrong func() bool) bool), parts int) bool {
	allowed := u.Wrong() / float64(2*max(parts, 1))
	draws, wrong := 0, 0
	lost := false
	for pass := 0; !lost && (draws == 0 || float64(allowed*float64(draws)) < leastWrong); pass++ {
		each(pass, func(simulate func() bool) bool {
			if lost {
				return false
			}
			draws++
			if simulate() {
				wrong++
			}
			lost = float64(wrong) > max(leastWrong, float64(allowed*rating.RankDraws))+1
			return !lost
		})
	}
	return !lost && float64(wrong) <= float64(allowed*float64(draws))
}

// Certain is implemented by formats with the key until.
type Certain interface {
	// Until returns the condition, and the most games that the stage may have without it; 0 if that is unlimited.
	Until(f *Field) (u Until, most int)
	// Reached reports whether the condition is met by the games of a past whose rounds of play are complete.
	Reached(f *Field, past Past) bool
}

// An Ending is how a stage with the key until ended, or may end.
type Ending struct {
	Until Until
	Games int // played
	Most  int // games that it could have had; 0 if that was unlimited
}

// String returns the ending as a sentence without its full stop: "ended after 412 of 1000 games: the order is certain (95 %)".
func (e Ending) String() string {
	games := strconv.Itoa(e.Games)
	if e.Most > 0 {
		games = fmt.Sprintf("%d of %d", e.Games, e.Most)
	}
	return fmt.Sprintf("ended after %s games: %s", games, e.Until)
}

// Expected describes when a stage ends: "at most 1000 games, until the order is certain (95 %)"; empty without the key until.
func Expected(format Format, f *Field) string {
	c, ok := format.(Certain)
	if !ok {
		return ""
	}
	u, most := c.Until(f)
	switch {
	case u.None():
		return ""
	case most == 0:
		return "until " + u.String()
	}
	return fmt.Sprintf("at most %d games, until %s", most, u)
}

// Most returns how many games a stage may have: Games of the format, or the most that the key until allows.
func Most(format Format, f *Field) int {
	if c, ok := format.(Certain); ok {
		if u, most := c.Until(f); !u.None() {
			return most
		}
	}
	return format.Games(f)
}

// Ended returns how a finished stage ended, if it ended early because what matters was certain.
func Ended(format Format, f *Field, l *Ledger) (Ending, bool) {
	c, ok := format.(Certain)
	if !ok || !l.Settled() {
		return Ending{}, false
	}
	u, most := c.Until(f.At(Now))
	if u.None() || most > 0 && l.Done() >= most || !c.Reached(f, l.All()) {
		return Ending{}, false
	}
	return Ending{u, l.Done(), most}, true
}
