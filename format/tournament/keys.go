package tournament

import (
	"agon/format/rating"
	"agon/game"
)

// MostRating bounds ratings that an organiser sets, and differences between ratings.
const MostRating = 100_000

// Keys that several formats share.
var (
	// Advance is the number of entries that advance to the next stage.
	Advance = game.Option{Name: "advance", Title: "Bots that advance", Default: 0, Min: 0, Max: 1 << 16,
		About: "number of bots that advance to the next stage; 0: all"}
	// BestOf makes matches end when no opponent can catch up with the leader.
	BestOf = game.Option{Name: "best_of", Title: "Games of a match", Default: 0, Min: 0, Max: 999,
		About: "most games of a match; it ends when nobody can catch up with the leader; each game has a new start. 0: play rotations " +
			"instead"}
	// PlayAll plays best-of matches to the last game.
	PlayAll = game.Option{Name: "play_all", Title: "Play decided matches on", Default: false,
		About: "play all games of a best-of match, even those that cannot change who wins it"}
	// Rotations is the number of full rotations of the seats in a match.
	Rotations = game.Option{Name: "games", Title: "Rotations of the seats", Default: 1, Min: 1, Max: 1_000_000,
		About: "a rotation plays one start once from every seat; a match has this many where best_of is 0"}
	// Ratings are the keys of the table rating.
	Ratings = []game.Option{
		{Name: "rating.system", Title: "Rank by", Default: "none", Values: []string{"none", "elo", "plackett-luce", "davidson"},
			About: "none: by points; elo: a rating that depends on the order of the matches (the table shows how much); plackett-luce: " +
				"one that does not (for pairs: Bradley-Terry); davidson: the same for pairs that may tie, with how often equal bots do"},
		{Name: "rating.start", Title: "First rating", Default: 1000.0, Min: -MostRating, Max: MostRating,
			About: "rating of every bot before its first result"},
		{Name: "rating.k", Title: "Largest change of an Elo rating", Default: 32.0, Min: 0, Max: MostRating,
			About: "elo: largest change of a rating in one match"},
		{Name: "rating.unit", Title: "One result is a", Default: "match", Values: []string{"match", "game"},
			About: "what a rating takes as one result: a whole match, or each of its games"},
	}
)

// A RatingKey is the key table rating as a value.
type RatingKey struct {
	System string  // "none", "elo", "plackett-luce" or "davidson"
	Start  float64 // rating before the first result
	K      float64
	Games  bool // single games are rated, not matches
}

// RatingOf returns the table rating of keys.
func RatingOf(keys game.Settings) RatingKey {
	return RatingKey{
		System: keys.Text("rating.system"), Start: keys.Float("rating.start"), K: keys.Float("rating.k"),
		Games: keys.Text("rating.unit") == "game",
	}
}

// None reports whether there is no rating.
func (r RatingKey) None() bool { return r.System == "" || r.System == "none" }

// orders is the number of random orders of the meetings that measure how places depend on the order.
const orders = 200

// Rate sets the ratings of the lines, which are in the order of the meetings' entries, and returns how often equal bots tie, if the system
// estimates that. seed draws the orders that are tried for Elo.
func (r RatingKey) Rate(lines []Standing, meetings []rating.Meeting, seed int64) (ties rating.TieShare) {
	switch r.System {
	case "elo":
		r.elo(lines, meetings, seed)
	case "plackett-luce":
		strengths, err := rating.PlackettLuce{Prior: rating.WeakPrior}.Fit(len(lines), meetings)
		r.set(lines, strengths, err)
	case "davidson":
		strengths, share, err := rating.Davidson{Prior: rating.WeakPrior}.Fit(len(lines), meetings)
		r.set(lines, strengths, err)
		return share
	}
	return ties
}

func (r RatingKey) elo(lines []Standing, meetings []rating.Meeting, seed int64) {
	elo := rating.Elo{Start: r.Start, K: r.K}
	ratings := elo.Rate(len(lines), meetings)
	best, worst := elo.Spread(len(lines), meetings, orders, seed)
	for i := range lines {
		lines[i].Rating = ratings[i]
		lines[i].OrderLow, lines[i].OrderHigh = best[i], worst[i]
	}
}

// set sets ratings by strengths.
func (r RatingKey) set(lines []Standing, strengths []rating.Strength, err error) {
	if err != nil { // not expected with a prior; all stay at the start then
		strengths = make([]rating.Strength, len(lines))
	}
	for i := range lines {
		points, wide := strengths[i].Points(r.Start)
		lines[i].Rating, lines[i].RatingError = points, wide
	}
}
