package trials

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/contest/config"
	"agon/format/tournament"
	"agon/format/tournament/compare"
	"agon/format/tournament/formattest"
	"agon/site/challenges"
	"agon/site/entries"
	"agon/site/matches"
	"agon/site/people"
)

// duel is a game of two without others, and among one with another bot.
var (
	duel  = challenges.Field{Duel: true, Seats: 2}
	among = challenges.Field{Duel: true, Seats: 2, Rivals: rivals(1)}
)

// rivals are a field of so many bots.
func rivals(n int) (list []matches.Seat) {
	for i := range n {
		list = append(list, matches.Seat{Name: fmt.Sprint("rival ", i+1), Ref: "builtin:x"})
	}
	return list
}

// tried plays a trial in a field.
func tried(t *testing.T, ctx context.Context, gate string, field challenges.Field, play Player) (*entries.Outcome, string, error) {
	t.Helper()
	var log strings.Builder
	trial := &entries.Trial{Contest: &entries.Contest{File: "contest.toml", Promote: gate}, Names: [2]string{"Flood v1", "Flood v2"},
		Folders: [2]string{"/one", "/two"}, Dir: t.TempDir()}
	out, err := New(1, play, func(context.Context, *entries.Bot) (*challenges.Field, error) { return &field, nil }).Try(ctx, trial, &log)
	return out, log.String(), err
}

// chance returns a player whose games chance decides, by the strength of the new version above the one before, in rating points; all else
// is what agon compare does.
func chance(t *testing.T, r *rand.Rand, points float64) Player {
	return func(_ context.Context, c Comparison, _ io.Writer) (*Result, error) {
		strength, keys := []float64{0, points}, map[string]any{"games": c.Games, "until": "95%"}
		for i := range c.Against {
			strength, keys["seats"] = append(strength, []float64{60, -40, 0}[i%3]), c.Seats
		}
		f := formattest.Field(tournament.Field{Seed: r.Int64()}, len(strength))
		l, format := formattest.Play(t, compare.Spec, keys, f, func(x tournament.Fixture) tournament.Result {
			best, winner := math.Inf(-1), 0
			for _, entry := range x.Seats { // each performs around its strength, so that two win by the usual curve
				at := strength[(entry-f.Entries[0])/(f.Entries[1]-f.Entries[0])] - 400*math.Log10(-math.Log(1-r.Float64()))
				if at > best {
					best, winner = at, entry
				}
			}
			return formattest.Pair(x, winner)
		})
		m := format.(*compare.Format).Measure(f, l.All())
		result := &Result{Answer: m.Answer.String(), Text: m.String(), Games: m.Games}
		for _, x := range m.Records {
			result.Bots = append(result.Bots, record{Wins: x.Wins, Draws: x.Draws, Losses: x.Losses})
		}
		return result, nil
	}
}

// clear is the difference in rating points that a trial of a game of two finds nearly always. docs/site.md states it.
const clear = 90

// TestErrorsOfGates: wrong promotions and wrong refusals are at most 5 of 100. With the gate "better" it is wrong to promote a version that
// is not better, and to refuse one that is better by a clear difference. With "not-worse" it is wrong to refuse a version that is not
// worse, and to promote one that is worse by a clear difference.
func TestErrorsOfGates(t *testing.T) {
	t.Parallel()
	const runs = 300
	for _, tt := range []struct {
		gate   string
		points float64
		wrong  bool // promoted
	}{
		{config.PromoteBetter, 0, true}, {config.PromoteBetter, -40, true}, {config.PromoteBetter, -clear, true},
		{config.PromoteBetter, clear, false}, {config.PromoteBetter, 2 * clear, false},
		{config.PromoteNotWorse, 0, false}, {config.PromoteNotWorse, 40, false}, {config.PromoteNotWorse, clear, false},
		{config.PromoteNotWorse, -clear, true}, {config.PromoteNotWorse, -2 * clear, true},
	} {
		t.Run(fmt.Sprintf("%s %+.0f", tt.gate, tt.points), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(7, uint64(1000+tt.points)))
			wrong, games := 0, 0
			field := challenges.Field{Duel: true, Seats: 2, Rivals: rivals(3)}
			for range runs {
				out, _, err := tried(t, t.Context(), tt.gate, field, chance(t, r, tt.points))
				if err != nil {
					t.Fatal(err)
				}
				if out.Promoted == tt.wrong {
					wrong++
				}
				for _, n := range out.Games {
					games += n
				}
			}
			t.Logf("%d of %d wrong, %d games in the mean", wrong, runs, games/runs)
			if wrong > runs*5/100 {
				t.Errorf("%d of %d trials end wrongly", wrong, runs)
			}
		})
	}
}

// says returns a player whose comparisons end so, one after the other, and notes what is asked for.
func says(asked *[]Comparison, results ...any) Player {
	return func(ctx context.Context, c Comparison, _ io.Writer) (*Result, error) {
		*asked = append(*asked, c)
		switch x := results[len(*asked)-1].(type) {
		case string:
			bots := []record{{Name: "Flood v1"}, {Name: "Flood v2", Wins: 4, Losses: 6}}
			return &Result{Answer: x, Text: "it is " + x, Games: 10, Bots: bots}, nil
		case *Result:
			return x, nil
		default:
			return nil, x.(error)
		}
	}
}

// TestPlans: what is played, and how it decides.
func TestPlans(t *testing.T) {
	broken, full := &people.Problem{Text: "A bot does not start."}, errors.New("the disk is full")
	crashed := &Result{Answer: "unknown", Text: "it is not known", Games: 10,
		Bots:   []record{{Name: "Flood v1"}, {Name: "Flood v2", Draws: 10}},
		Faults: []fault{{"Flood v1", "crashed", 10}, {"Flood v2", "late", 10}, {"Flood v2", "crashed", 5}}}
	for _, tt := range []struct {
		name, gate string
		field      challenges.Field
		results    []any
		promoted   bool
		told       string
		last       string // rivals of the last comparison
	}{
		{"better alone", "better", duel, []any{"better"}, true, "it is better; it won 4, lost 6 and drew 0 of its 10.", ""},
		{"better, and not in the field", "better", among, []any{"better", "worse"}, false,
			"it is worse", "rival 1=builtin:x"},
		{"better in the field", "better", among, []any{"unknown", "better"}, true,
			"it is unknown", "rival 1=builtin:x"},
		{"worse at once", "not-worse", among, []any{"worse"}, false, "it is worse", ""},
		{"never known", "not-worse", duel, []any{"unknown"}, true, "it is unknown", ""},
		{"never known to be better", "better", duel, []any{"unknown"}, false, "it is unknown", ""},
		{"four seats", "better", challenges.Field{Seats: 4, Rivals: rivals(1)}, []any{"better"}, true, "it is better",
			"Flood v1=/one, rival 1=builtin:x, Flood v1=/one"},
		{"a crash in every other game", "not-worse", duel, []any{crashed}, false, "It crashed 5 times.", ""},
		{"a rival that does not start", "not-worse", among,
			[]any{"better", broken, broken}, true, "it is better", "rival 1=builtin:x"},
		{"one of four that does not start", "better", challenges.Field{Seats: 3, Rivals: rivals(1)}, []any{broken, broken, "better"}, true,
			"it is better", "Flood v1=/one, Flood v1=/one"},
		{"a version that does not start", "not-worse", duel, []any{broken, broken}, false, broken.Text, ""},
		{"games that cannot go on", "better", duel, []any{full, "better"}, true, "it is better", ""},
	} {
		var asked []Comparison
		out, _, err := tried(t, t.Context(), tt.gate, tt.field, says(&asked, tt.results...))
		if err != nil {
			t.Fatal(err)
		}
		last := strings.Join(asked[len(asked)-1].Against, ", ")
		if out.Promoted != tt.promoted || !strings.Contains(out.Told, tt.told) || last != tt.last || len(asked) != len(tt.results) {
			t.Errorf("%s: %+v after %d comparisons, the last against %q", tt.name, out, len(asked), last)
		}
	}
	var asked []Comparison
	if _, _, err := tried(t, t.Context(), "better", duel, says(&asked, full, full)); !errors.Is(err, full) {
		t.Error(err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := tried(t, stopped, "better", duel, says(&asked)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestWhatIsThereGoesOn: the games of a comparison that was cut off are there for the player, and are removed if it cannot go on with them.
func TestWhatIsThereGoesOn(t *testing.T) {
	dir := ""
	play := func(_ context.Context, c Comparison, _ io.Writer) (*Result, error) {
		if dir == "" {
			dir = filepath.Join(c.Dir, "ledger")
			return nil, errors.Join(errors.New("other bots"), os.MkdirAll(dir, 0o755))
		}
		if _, err := os.Stat(dir); err == nil {
			t.Error("games that cannot go on are kept")
		}
		return says(&[]Comparison{}, "better")(t.Context(), c, io.Discard)
	}
	if out, _, err := tried(t, t.Context(), "better", duel, play); err != nil || !out.Promoted {
		t.Error(out, err)
	}
}
