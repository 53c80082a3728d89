package ladder

import (
	"math"
	"slices"

	"agon/format/rating"
	"agon/format/tournament"
)

// Table ranks by strength, fitted to all known games. Matches are read game by game.
func (l *format) Table(f *tournament.Field, past tournament.Past) tournament.Table {
	s := past.WithGaps().State(l, f).(*state)
	s.places = f.Places()
	online := s.fitted(f, past)
	counted, curves := past, s.curves
	if barred := f.AllBarred(tournament.Now); len(barred) > 0 {
		counted = past.Among(slices.DeleteFunc(slices.Clone(f.Entries), func(e int) bool { return barred[e] }))
		curves = s.counted(counted)
	}
	lines := tournament.GameLines(f, counted)
	known := s.ranked(lines, counted.Results() > 0)
	playing := slices.DeleteFunc(s.playing(tournament.Now), func(at int) bool { return known.unplayed[at] })
	online.Rank(playing)
	rest := rating.NewRest(online.Estimates(), playing, l.advance, l.left(past))
	ranking := online.Ranks(rankSeed(f, past.Len()), rest.See)
	for i := range lines {
		strength := rating.Strength{Log: ranking.Log[i], Err: ranking.Err[i]}
		last := s.point(lines[i].Played, strength)
		lines[i].Rating, lines[i].RatingError = last.Rating, last.Error
		if i < len(curves) {
			lines[i].Curve = curve(curves[i], last)
		}
	}
	lines, left := parted(lines, f.At(tournament.Now))
	tournament.SortLines(lines, known.value)
	tournament.Settle(lines, l.advance, known.equal, func(i int) (low, high int) {
		if known.none(lines[i]) {
			return i + 1, i + 1
		}
		at := s.places[lines[i].Entry]
		return ranking.Low[at], ranking.High[at]
	})
	for i := range lines {
		if known.begun && !known.none(lines[i]) {
			at := s.places[lines[i].Entry]
			lines[i].Hope(ranking.First[at], rest, at)
		}
	}
	tournament.ShareFirst(lines)
	table := tournament.Table{By: tournament.ByRating, Standings: lines,
		NotApart: tournament.Blocks(lines[:len(playing)], l.more(f, online), rated), Left: left}
	if past.Taken() == past.Len() && l.Reached(f, past) {
		l.certain.Settle(&table)
	}
	return table
}

// fitted returns the strengths by all known games.
func (s *state) fitted(f *tournament.Field, past tournament.Past) *rating.Online {
	online := s.online.Clone()
	online.Grow(f.Size())
	online.Fit(s.units(past, 0, f.AllBarred(tournament.Now)))
	s.anchor(online, past)
	return online
}

// more returns the games that as many units as there are would take.
func (l *format) more(f *tournament.Field, online *rating.Online) int {
	sizes, games := l.sizes(f), 0
	for _, seats := range sizes {
		games += l.length(f, seats)
	}
	return online.Units() * games / len(sizes)
}

// A ranked separates entries with games from those of which nothing is known: these have no rank, and take no place and no chance from the
// others.
type ranked struct {
	places   []int
	begun    bool   // there are results
	unplayed []bool // by place
}

// ranked returns which of the lines have no games.
func (s *state) ranked(lines []tournament.Standing, begun bool) ranked {
	r := ranked{s.places, begun, make([]bool, len(s.places))}
	for _, line := range lines {
		r.unplayed[s.places[line.Entry]] = begun && line.Played == 0
	}
	return r
}

// none reports whether nothing is known of a line.
func (r ranked) none(line tournament.Standing) bool { return r.unplayed[r.places[line.Entry]] }

// value returns what a line is sorted by.
func (r ranked) value(line tournament.Standing) float64 {
	if r.none(line) {
		return math.Inf(-1)
	}
	return line.Rating
}

// equal reports whether two lines share a rank.
func (r ranked) equal(a, b tournament.Standing) bool {
	none := r.none(a)
	return none == r.none(b) && (none || a.Rating == b.Rating)
}

// parted returns the lines of a field, and those of bots that have left it.
func parted(lines []tournament.Standing, now *tournament.Field) (stay, left []tournament.Standing) {
	if now.Size() == len(lines) {
		return lines, nil
	}
	places := now.Places()
	out := func(line tournament.Standing) bool { return line.Entry >= len(places) || places[line.Entry] < 0 }
	left = slices.DeleteFunc(slices.Clone(lines), func(line tournament.Standing) bool { return !out(line) })
	return slices.DeleteFunc(lines, out), left
}

// anchor fixes the zero of ratings on the bots that are not disqualified: their mean is what it would be with the games of those that are,
// so that nobody's rating moves because another has left.
func (s *state) anchor(online *rating.Online, past tournament.Past) {
	barred := s.field.AllBarred(tournament.Now)
	stay := s.staying(barred, len(s.field.Entries))
	if len(barred) == 0 || len(stay) == 0 {
		return
	}
	whole := online.Clone()
	whole.Fit(s.units(past, 0, nil))
	online.Anchor(stay, whole.Mean(stay))
}

// rated returns the ranking value of a line, with its standard error.
func rated(s tournament.Standing) (value, err float64) { return s.Rating, s.RatingError }

// left returns the fraction of all games that is still to be played; 1 if unknown.
func (l *format) left(past tournament.Past) float64 {
	if l.games == 0 || l.until > 0 || !l.certain.None() {
		return 1
	}
	return max(0, 1-float64(past.Results())/float64(max(l.games, past.Len())))
}

// counted returns the curves with the numbers of those games that count, without points after which an entry had no other.
func (s *state) counted(past tournament.Past) [][]tournament.CurvePoint {
	curves, played, at := make([][]tournament.CurvePoint, len(s.curves)), make([]int, len(s.curves)), make([]int, len(s.curves))
	end := func(round int) {
		for i, points := range s.curves {
			for ; at[i] < len(points) && points[at[i]].Round <= round; at[i]++ {
				point := points[at[i]]
				point.Games = played[i]
				if n := len(curves[i]); n > 0 && curves[i][n-1].Games == point.Games {
					curves[i] = curves[i][:n-1]
				}
				if point.Games > 0 {
					curves[i] = append(curves[i], point)
				}
			}
		}
	}
	for i := range past.Len() {
		g := past.Game(i)
		if i > 0 && g.Round > past.Game(i-1).Round {
			end(g.Round - 1)
		}
		if !g.Done {
			continue
		}
		for seat := range g.Seats() {
			if at := s.places[g.Entry(seat)]; at < len(played) {
				played[at]++
			}
		}
	}
	end(tournament.Now)
	return curves
}

// curve returns the points of a curve with the table's rating as the last.
func curve(points []tournament.CurvePoint, last tournament.CurvePoint) []tournament.CurvePoint {
	n := len(points)
	if last.Games == 0 {
		return nil
	}
	if n > 0 {
		last.Round = points[n-1].Round
	}
	for n > 0 && points[n-1].Games >= last.Games {
		n--
	}
	return append(points[:n:n], last)
}
