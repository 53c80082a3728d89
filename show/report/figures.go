package report

import (
	"cmp"
	"math"
	"slices"
)

// Figures is what is known of a contest's games beyond its tables: the stages with their curves and meetings, how scores, places and times
// are spread, and the newest games of each bot.
type Figures struct {
	Stages  []Stage
	Spreads []Spread // of the stages, in their order
	Entries []Version
	Kept    int       // the number of games of each bot that Recent has at least, if it played as many
	Recent  []Outcome // in plan order
	Index   *Index    // of the games
}

// A Version is an entry of a contest's line-up: a version of a bot.
type Version struct {
	Bot    string // the name, which all versions share
	Number int    // of those in the contest, from 1
	Label  string // "Rambo (version 1)"
	Author string
}

// An Outcome is a game with its seats, which are in their order.
type Outcome struct {
	Number int // from 1
	Stage  int // from 0
	Rounds int
	Seats  []SeatResult
}

// A SeatResult is the result of a seat of a game.
type SeatResult struct {
	Entry  int
	Place  int // from 1
	Score  float64
	Faults map[string]int // by name; nil for none
}

// Faulty returns the number of faults of a seat.
func (s *SeatResult) Faulty() (n int) {
	for _, k := range s.Faults {
		n += k
	}
	return n
}

// Seat returns the seat of a bot, nil if it has none.
func (f *Figures) Seat(g *Outcome, bot string) *SeatResult {
	for i := range g.Seats {
		if f.Entries[g.Seats[i].Entry].Bot == bot {
			return &g.Seats[i]
		}
	}
	return nil
}

// LookOf returns the number of a bot's look, see package palette: its first entry; -1 if there is none.
func (f *Figures) LookOf(bot string) int {
	return slices.IndexFunc(f.Entries, func(v Version) bool { return v.Bot == bot })
}

// SlotOf returns the newest entry of a bot; -1 if there is none.
func (f *Figures) SlotOf(bot string) int {
	for i := range slices.Backward(f.Entries) {
		if f.Entries[i].Bot == bot {
			return i
		}
	}
	return -1
}

// VersionsOf returns all versions of the bot of an entry, the oldest first.
func (f *Figures) VersionsOf(entry int) (list []int) {
	for i := range f.Entries {
		if f.Entries[i].Bot == f.Entries[entry].Bot {
			list = append(list, i)
		}
	}
	return list
}

// A Spread is how the games of a stage turned out.
type Spread struct {
	Seats  []SeatBias
	Places map[int][]int // games by entry and place; the first element is those at place 1
	Times  map[int][]int // games by entry and mean time of a move, in the bins of TimeBin
	Weeks  []Week        // in the order of the plan
}

// A SeatBias is how well the bots in one seat did. Without an influence of the seat the share is one half.
type SeatBias struct {
	Games     int     // with at least two seats
	Share     float64 // of the other seats that it was placed before, a tie counts half; mean over the games
	Low, High float64 // its 95 % interval; both equal Share with fewer than two games

	sum, squares float64
}

// TimeBins is the number of bins of a histogram of times: four for each power of ten, from 1 µs on.
const TimeBins = 32

// TimeBin returns the bin of a time in µs.
func TimeBin(us float64) int {
	if us <= 1 {
		return 0
	}
	return min(TimeBins-1, int(4*math.Log10(us)))
}

// NewSpread returns a spread without games.
func NewSpread() Spread { return Spread{Places: map[int][]int{}, Times: map[int][]int{}} }

// Add counts a seat of a game: its number, its entry, and of its places those of all seats.
func (s *Spread) Add(seat, entry, place int, all []int, micros float64) {
	for len(s.Seats) < len(all) {
		s.Seats = append(s.Seats, SeatBias{})
	}
	places := s.Places[entry]
	for len(places) < len(all) {
		places = append(places, 0)
	}
	if place >= 1 && place <= len(places) {
		places[place-1]++
	}
	s.Places[entry] = places
	if micros > 0 {
		if s.Times[entry] == nil {
			s.Times[entry] = make([]int, TimeBins)
		}
		s.Times[entry][TimeBin(micros)]++
	}
	if len(all) < 2 {
		return
	}
	beaten := -0.5 // of itself, which ties
	for _, other := range all {
		switch {
		case other > place:
			beaten++
		case other == place:
			beaten += 0.5
		}
	}
	share := beaten / float64(len(all)-1)
	b := &s.Seats[seat]
	b.Games++
	b.sum += share
	b.squares += share * share
}

// Settle computes the shares of the seats and their intervals. Games count as independent of each other.
func (s *Spread) Settle() {
	for i := range s.Seats {
		b := &s.Seats[i]
		if b.Games == 0 {
			continue
		}
		n := float64(b.Games)
		b.Share = b.sum / n
		b.Low, b.High = b.Share, b.Share
		if b.Games > 1 {
			reach := 1.96 * math.Sqrt(max(0, b.squares/n-b.Share*b.Share)/(n-1))
			b.Low, b.High = max(0, b.Share-reach), min(1, b.Share+reach)
		}
	}
}

// A Rivalry is how a bot did against another one in the games that both played.
type Rivalry struct {
	Bot              string
	Won, Drawn, Lost int     // games in which it was placed before the other, equal, after it
	Share            float64 // of games won, a draw counts half
	Low, High        float64 // 95 % interval of Share
}

// Games returns the number of games of both.
func (r *Rivalry) Games() int { return r.Won + r.Drawn + r.Lost }

// Rivals returns how a bot did against each other one, the hardest first, by the share won.
func (f *Figures) Rivals(bot string) []Rivalry {
	met := map[string]*Rivalry{}
	for i := range f.Recent {
		g := &f.Recent[i]
		own := f.Seat(g, bot)
		if own == nil {
			continue
		}
		for j := range g.Seats {
			x := &g.Seats[j]
			other := f.Entries[x.Entry].Bot
			if other == bot {
				continue
			}
			r := met[other]
			if r == nil {
				r = &Rivalry{Bot: other}
				met[other] = r
			}
			switch {
			case own.Place < x.Place:
				r.Won++
			case own.Place > x.Place:
				r.Lost++
			default:
				r.Drawn++
			}
		}
	}
	var list []Rivalry
	for _, r := range met {
		r.Share, r.Low, r.High = wilson(float64(r.Won)+float64(r.Drawn)/2, float64(r.Games()))
		list = append(list, *r)
	}
	slices.SortFunc(list, func(a, b Rivalry) int {
		return cmp.Or(cmp.Compare(a.Share, b.Share), cmp.Compare(b.Games(), a.Games()), cmp.Compare(a.Bot, b.Bot))
	})
	return list
}

// fewForNemesis is the number of games of two bots from which on one may be the other's nemesis.
const fewForNemesis = 20

// Nemesis returns the rival against whom the least was won, of those with whom the interval lies below one half; nil if there is none.
func Nemesis(rivals []Rivalry) *Rivalry {
	for i := range rivals {
		if r := &rivals[i]; r.Games() >= fewForNemesis && r.High < 0.5 {
			return r
		}
	}
	return nil
}

// wilson returns the share of successes and its 95 % interval by Wilson's score.
func wilson(won, games float64) (share, low, high float64) {
	if games == 0 {
		return 0.5, 0, 1
	}
	const z = 1.96
	share = won / games
	middle := (share + z*z/(2*games)) / (1 + z*z/games)
	reach := z / (1 + z*z/games) * math.Sqrt(share*(1-share)/games+z*z/(4*games*games))
	return share, max(0, middle-reach), min(1, middle+reach)
}
