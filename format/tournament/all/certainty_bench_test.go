package all

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"agon/format/rating"
	"agon/format/tournament"
	"agon/game"
	"agon/games/colourbattle"
)

var kind = game.New(colourbattle.Spec)

// A scoreLaw draws the scores of games of one field of bots.
type scoreLaw interface {
	means() []float64 // true, best first
	// scores returns the scores of a game by its seed, which is negative in a set of mirrored deals.
	scores(seed int64, r *rand.Rand) []float64
}

// contestsOfRow is the number of contests that are simulated for each design.
const contestsOfRow = 300

// BenchmarkCertainty reports how many games an arena of 19 bots needs until its ranks are certain (95 %), by three designs: ours, with
// blocks of mirrored deals; single games with our rule; and single games with errors that are taken as independent, a test of each pair
// at an equal part of the level (Bonferroni), and the same allowance for repeated looks. No games are played, and no time counts:
// scores are drawn from a law with the components that were measured in Colour Battle.
func BenchmarkCertainty(b *testing.B) {
	law := &drawnScores{}
	for _, what := range []string{"order", "top 5", "first"} {
		b.Run(strings.ReplaceAll(what, " ", "-"), func(b *testing.B) {
			for b.Loop() {
				ours := arenas(b, law, map[string]any{"certain": what, "blocks": true})
				single := arenas(b, law, map[string]any{"certain": what})
				plain := bonferroni(b, law, what)
				b.ReportMetric(ours.games, "games")
				b.ReportMetric(100*ours.wrong, "%wrong")
				b.ReportMetric(single.games, "games-single")
				b.ReportMetric(plain.games, "games-bonferroni")
				b.ReportMetric(ours.games/plain.games, "ratio")
			}
		})
	}
}

// needed is how many games contests took on average, and which part of them ended with a wrong order.
type needed struct{ games, wrong float64 }

// mostCertain is the most games of a contest.
const mostCertain = 20_000

func arenas(b *testing.B, law scoreLaw, keys map[string]any) (n needed) {
	keys["games"], keys["until"] = mostCertain, "95 %"
	for contest := range contestsOfRow {
		format, f := arenaOf(b, law, keys, contest)
		l, r := tournament.NewLedger(0, 0), rand.New(rand.NewPCG(uint64(contest), 9))
		for {
			fixtures, over := tournament.Next(format, f, l)
			if over {
				break
			}
			enterScores(b, l, fixtures, law, r)
		}
		u, _ := format.(tournament.Certain).Until(f)
		var order []int
		for _, s := range format.Table(f, l.All()).Standings {
			order = append(order, s.Entry)
		}
		n.add(l.Done(), right(u, order, law.means()))
	}
	return n
}

func (n *needed) add(games int, right bool) {
	n.games += float64(games) / contestsOfRow
	if !right {
		n.wrong += 1.0 / contestsOfRow
	}
}

// right reports whether an order is true in what matters.
func right(u tournament.Until, order []int, means []float64) bool {
	return u.Pairs(len(order), func(better, worse int) bool { return means[order[better]] >= means[order[worse]] })
}

func arenaOf(b *testing.B, law scoreLaw, keys map[string]any, contest int) (tournament.Format, *tournament.Field) {
	b.Helper()
	spec, err := tournament.Find(Formats, "arena")
	if err != nil {
		b.Fatal(err)
	}
	format, err := spec.Make(keys)
	if err != nil {
		b.Fatal(err)
	}
	f := &tournament.Field{Seed: int64(contest), MinSeats: kind.MinSeats, MaxSeats: kind.MaxSeats, KeepOrder: kind.KeepOrder,
		Mirrors: kind.Mirrors}
	for i := range law.means() {
		f.Entries = append(f.Entries, i)
	}
	if err := format.Check(f); err != nil {
		b.Fatal(err)
	}
	return format, f
}

func enterScores(b *testing.B, l *tournament.Ledger, fixtures []tournament.Fixture, law scoreLaw, r *rand.Rand) {
	if err := l.Plan(fixtures...); err != nil {
		b.Fatal(err)
	}
	for _, x := range fixtures {
		result := tournament.Result{Fixture: x.ID}
		for _, score := range law.scores(x.Seed, r) {
			result.Seats = append(result.Seats, tournament.Seat{Score: score, Place: 1})
		}
		if _, err := l.Enter(result); err != nil {
			b.Fatal(err)
		}
	}
}

// bonferroni plays single games until every pair that matters is separated by a t-test of two independent samples, each pair at its part of
// the level, with the looks of an arena.
func bonferroni(b *testing.B, law scoreLaw, what string) (n needed) {
	format, f := arenaOf(b, law, map[string]any{"games": mostCertain, "until": "95 %", "certain": what}, 0)
	u, _ := format.(tournament.Certain).Until(f)
	bots, pairs := f.Size(), 0
	u.Pairs(bots, func(better, worse int) bool {
		if better < worse {
			pairs++
		}
		return true
	})
	pairs -= min(u.Places(bots), bots-1) // neighbours come twice
	var counts []int
	var bounds []float64
	for games := 16; games < mostCertain; games += max(8, games/6) {
		counts = append(counts, games)
		bounds = append(bounds, rating.FewDegrees(rating.Boundary(counts, mostCertain, 0.05/float64(pairs)), games-1))
	}
	for contest := range contestsOfRow {
		r := rand.New(rand.NewPCG(uint64(contest), 10))
		samples := make([]rating.Sample, bots)
		played := 0
		for look, games := range counts {
			for ; played < games; played++ {
				for i, score := range law.scores(game.SubSeed(int64(contest), int64(played)), r) {
					samples[i].Add(score)
				}
			}
			means := make([]float64, bots)
			for i := range samples {
				means[i] = samples[i].Mean()
			}
			order := rating.Top(means, bots, means)
			separated := u.Pairs(bots, func(better, worse int) bool {
				a, b := &samples[order[better]], &samples[order[worse]]
				err := math.Hypot(a.Deviation(), b.Deviation()) / math.Sqrt(float64(games-1))
				return a.Mean()-b.Mean() > bounds[look]*err
			})
			if separated {
				n.add(games, right(u, order, law.means()))
				break
			}
			if look == len(counts)-1 {
				n.add(games, right(u, order, law.means()))
			}
		}
	}
	return n
}

// drawnScores is the law of a field of 19 bots in Colour Battle, in percent of the canvas. The deal of every game is drawn by the kind
// itself. For each pair of bots an amount is drawn by which their order and their classes change the score of each; the rest is noise
// of the game. The sum of the scores of a game varies little.
type drawnScores struct {
	table *game.Table
	frame game.Frame
	truth []float64
	odd   [][]float64 // by bot and other
	even  [][]float64
}

const (
	drawnBots    = 19
	drawnGap     = 0.4    // between neighbours' means
	drawnOdd     = 0.29   // part of the variance that a mirrored deal reverses
	drawnEven    = 0.09   // part of it that a mirrored deal repeats
	drawnTotal   = 1.7    // standard deviation of a score
	drawnBetween = -0.045 // correlation of two scores of a game
)

func (d *drawnScores) means() []float64 {
	d.prepare()
	return d.truth
}

func (d *drawnScores) prepare() {
	if d.truth != nil {
		return
	}
	settings, err := kind.Settings(nil)
	if err == nil {
		d.table, err = kind.Table(settings)
	}
	if err != nil {
		panic(err) // the defaults of a kind make a table
	}
	r := rand.New(rand.NewPCG(3, 4))
	for i := range drawnBots {
		d.truth = append(d.truth, 9-drawnGap*float64(i))
		d.odd, d.even = append(d.odd, d.weights(r)), append(d.even, d.weights(r))
	}
}

// weights returns a bot's effects of others with a sum of squares of 1.
func (d *drawnScores) weights(r *rand.Rand) []float64 {
	list, squares := make([]float64, drawnBots), 0.0
	for i := range list {
		list[i] = r.NormFloat64()
		squares += list[i] * list[i]
	}
	for i := range list {
		list[i] /= math.Sqrt(squares)
	}
	return list
}

func (d *drawnScores) scores(seed int64, r *rand.Rand) []float64 {
	d.prepare()
	if err := d.table.Deal(seed, drawnBots); err != nil {
		panic(err)
	}
	d.table.View(&d.frame, game.Audience)
	ids := d.frame.List("ids")
	scores, sum := make([]float64, drawnBots), 0.0
	rest := drawnTotal * math.Sqrt(1-drawnOdd-drawnEven)
	luck := make([]float64, drawnBots)
	for i := range luck {
		luck[i] = r.NormFloat64()
		sum += luck[i]
	}
	// Taking part of the mean off every bot's luck makes the luck of two bots correlate by drawnBetween, at the same variance.
	part := 1 - math.Sqrt((1+(drawnBots-1)*drawnBetween)/(1-drawnBetween))
	width := 1 / math.Sqrt(1+(part*part-2*part)/drawnBots)
	for i, id := range ids {
		scores[i] = d.truth[i] + rest*width*(luck[i]-part*sum/drawnBots)
		for j, other := range ids {
			switch (id - other + 3*game.MaxSeats) % 3 {
			case 2:
				scores[i] += drawnTotal * math.Sqrt(drawnOdd*3/2) * d.odd[i][j]
			case 1:
				scores[i] -= drawnTotal * math.Sqrt(drawnOdd*3/2) * d.odd[i][j]
			case 0:
				if i != j {
					scores[i] += drawnTotal * math.Sqrt(drawnEven*9/2) * d.even[i][j]
				}
			}
		}
	}
	for i := range scores { // the mean effect of classes belongs to no bot
		for j, weight := range d.even[i] {
			if i != j {
				scores[i] -= drawnTotal * math.Sqrt(drawnEven*9/2) * weight * sameClass
			}
		}
	}
	return scores
}

// sameClass is the part of the pairs of 19 bots that are of one class, of which there are 7, 6 and 6.
const sameClass = (7*6 + 6*5 + 6*5) / (19.0 * 18)
