package simulation

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"agon/format/tournament"
)

// A Season has authors hand in new versions while a stage without an end is played, week after week, and a strong bot come late. The clock
// of the simulation runs while games are played: what is handed in during a day comes at the beginning of the next night.
type Season struct {
	Weeks    int           // from 1 to 52
	Night    time.Duration // of play, seven nights a week
	Versions float64       // that an author hands in a week, on average
	Broken   float64       // fraction of them that fail their check: the version before stays
}

// Limits of a season.
const (
	maxWeeks    = 52
	mostArrived = 50_000 // versions
)

// check returns an error that names the value out of its range.
func (s *Season) check(bots int) error {
	switch {
	case s.Weeks < 1 || s.Weeks > maxWeeks:
		return fmt.Errorf("%d weeks: a season has from 1 to %d", s.Weeks, maxWeeks)
	case s.Night < time.Minute || s.Night > 24*time.Hour:
		return fmt.Errorf("%s of play a night: from 1m to 24h can be simulated", s.Night)
	case !(s.Versions >= 0 && s.Versions*float64(s.Weeks)*float64(bots) <= mostArrived): // NaN too
		return fmt.Errorf("%v versions a week of %d bots: up to %d in %d weeks can be simulated", s.Versions, bots, mostArrived, s.Weeks)
	case !(s.Broken >= 0 && s.Broken <= 1):
		return fmt.Errorf("broken %v: from 0 to 1 of the versions may fail their check", s.Broken)
	}
	return nil
}

// length returns how long it is played.
func (s *Season) length() time.Duration { return time.Duration(7*s.Weeks) * s.Night }

// What becomes of strengths, in parts of their spread: each version of a bot is a little stronger than its author's first one, give or
// take.
const (
	gain   = 0.02
	fickle = 0.25
	late   = 2.0 // of the bot that comes late, above the mean of those who play then
)

// belongs are the fractions of the field within which a bot's place may differ from its true one, where it is said to be where it belongs.
var belongs = []float64{0.05, 0.02}

// An arrival is a version that is handed in.
type arrival struct {
	night    int
	author   int
	strength float64
	broken   bool
}

// A Week is what happened in a week of a season.
type Week struct {
	Versions int     // that came
	Refused  int     // of them, by their check
	Games    int     // with a result
	Busy     float64 // fraction of the cores' time in which they played
	Astray   float64 // mean difference of a bot's place at its end from its true one, in places
}

// A Late is how the strong bot fared that came in the last week but one, or the last.
type Late struct {
	Week  int // from 1
	Place int // true, when it came
	Found []Found
}

// A Found is how long it took until the bot was where it belongs, and stayed there to the end of its week.
type Found struct {
	Within float64       // fraction of the field by which its place may differ from the true one
	Took   time.Duration // of play; -1: it was not there
	Games  int           // that it had played then
}

// A season is one that is played.
type season struct {
	*Season
	coming  []arrival
	current []int // entries by author: the version that plays
	late    int   // the author of the late bot
	weeks   []Week
	found   Late
	games   int // at the end of the last week
	busy    float64
	looked  int // rounds of play at the last look at the late bot
}

// newSeason draws what is handed in.
func (s *simulation) newSeason() *season {
	n := &season{Season: s.Season, late: s.Bots}
	for _, part := range belongs {
		n.found.Found = append(n.found.Found, Found{Within: part, Took: -1})
	}
	for author := range s.Bots {
		n.current = append(n.current, author)
		dice := s.chance(versionPurpose, int64(author))
		versions := int(math.Round(s.Season.Versions * float64(s.Season.Weeks)))
		for v := range versions {
			near := math.Sqrt(-2*math.Log(uniform(&dice))) * math.Cos(2*math.Pi*uniform(&dice))
			n.coming = append(n.coming, arrival{
				night: int(uniform(&dice) * float64(7*s.Season.Weeks)), author: author,
				strength: s.strengths[author] + spread*(float64(gain*float64(v+1))+float64(fickle*near)),
				broken:   uniform(&dice) < s.Season.Broken,
			})
		}
	}
	n.found.Week = max(1, s.Season.Weeks-1)
	n.coming = append(n.coming, arrival{night: 7 * (n.found.Week - 1), author: n.late})
	slices.SortStableFunc(n.coming, func(a, b arrival) int {
		return cmp.Or(cmp.Compare(a.night, b.night), cmp.Compare(a.author, b.author))
	})
	return n
}

// arrive has those come who are due, and looks at what became of earlier ones.
func (s *stageRun) arrive() error {
	n := s.season
	for n.weekOver(s.now) {
		s.endWeek()
	}
	for len(n.coming) > 0 && time.Duration(n.coming[0].night)*n.Night <= s.now {
		a := n.coming[0]
		n.coming = n.coming[1:]
		week := &n.weeks[len(n.weeks)-1]
		if week.Versions++; a.broken {
			week.Refused++
			continue
		}
		if err := s.enterVersion(a); err != nil {
			return err
		}
	}
	s.lookAtLate()
	return nil
}

// weekOver reports whether the last week that was begun is over, or none was.
func (n *season) weekOver(now time.Duration) bool {
	return len(n.weeks) < n.Weeks && now >= time.Duration(7*len(n.weeks))*n.Night
}

// endWeek ends the week before, and begins the next.
func (s *stageRun) endWeek() {
	n := s.season
	if last := len(n.weeks) - 1; last >= 0 {
		n.weeks[last].Games = s.result.Games - n.games
		n.weeks[last].Busy = (s.result.CPU - n.busy) / (7 * n.Night.Seconds() * float64(len(s.cores)))
		n.weeks[last].Astray = s.astray()
	}
	n.games, n.busy = s.result.Games, s.result.CPU
	if len(n.weeks) < n.Weeks {
		n.weeks = append(n.weeks, Week{})
	}
}

// enterVersion has a version play from the next round of play on, in the place of the author's version before.
func (s *stageRun) enterVersion(a arrival) error {
	n, entry := s.season, len(s.strengths)
	if a.author == len(n.current) {
		a.strength = late * spread
		for _, other := range n.current {
			a.strength += s.strengths[other] / float64(len(n.current))
		}
	}
	s.strengths = append(s.strengths, a.strength)
	changes := []tournament.Change{{Round: s.ledger.Rounds(), Entry: entry, What: tournament.Joined, Instead: -1}}
	if a.author == len(n.current) {
		n.current = append(n.current, entry)
		n.found.Place = n.trueOrder(s.strengths)[entry]
	} else {
		old := n.current[a.author]
		n.current[a.author], changes[0].Instead = entry, old
		changes = slices.Insert(changes, 0, tournament.Change{Round: changes[0].Round, Entry: old, What: tournament.Left, Instead: -1})
	}
	for _, c := range changes {
		ids := tournament.Abandoned(s.Format, &s.field, s.ledger, c)
		if err := s.ledger.GiveUp(ids...); err != nil {
			return err
		}
		s.backlog.drop(ids)
		s.field.Change(c)
	}
	return nil
}

// trueOrder returns the true places of the bots that play, by entry.
func (n *season) trueOrder(strengths []float64) map[int]int {
	order := slices.SortedFunc(slices.Values(n.current), func(a, b int) int { return cmp.Compare(strengths[b], strengths[a]) })
	return placesOf(order)
}

// order returns the places of the bots that play by the table, by entry.
func (s *stageRun) order() map[int]int {
	plays := map[int]bool{}
	for _, entry := range s.season.current {
		plays[entry] = true
	}
	field := s.field
	field.OrderOnly = true
	var order []int
	for _, standing := range s.Format.Table(&field, s.ledger.All()).Standings {
		if plays[standing.Entry] {
			order = append(order, standing.Entry)
		}
	}
	return placesOf(order)
}

func placesOf(order []int) map[int]int {
	places := make(map[int]int, len(order))
	for i, entry := range order {
		places[entry] = i + 1
	}
	return places
}

// astray returns how far places differ from the true ones, on average.
func (s *stageRun) astray() float64 {
	sum, places, truth := 0, s.order(), s.season.trueOrder(s.strengths)
	for entry, place := range places {
		sum += max(place-truth[entry], truth[entry]-place)
	}
	return float64(sum) / float64(max(1, len(places)))
}

// lookAtLate notes after a round of play whether the late bot is where it belongs, until the end of its week.
func (s *stageRun) lookAtLate() {
	n := s.season
	if len(n.current) == n.late || len(n.weeks) != n.found.Week || n.looked == s.ledger.Rounds() {
		return
	}
	n.looked = s.ledger.Rounds()
	entry := n.current[n.late]
	place, truth := s.order()[entry], n.trueOrder(s.strengths)[entry]
	for i := range n.found.Found {
		f := &n.found.Found[i]
		switch far := max(1, int(math.Round(f.Within*float64(len(n.current))))); {
		case place == 0 || max(place-truth, truth-place) > far:
			f.Took = -1
		case f.Took < 0:
			f.Took, f.Games = s.now-time.Duration(7*(n.found.Week-1))*n.Night, s.ledger.Tally(entry).Games
		}
	}
}

// through reports whether the season is over.
func (s *stageRun) through() bool { return s.season != nil && s.now >= s.season.length() }
