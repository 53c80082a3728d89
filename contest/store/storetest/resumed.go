package storetest

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"agon/contest/store"
	"agon/format/tournament"
	"agon/format/tournament/formattest"
	"agon/format/tournament/roundrobin"
)

// resumed plays a round-robin of best-of-five matches on a store that is closed and reopened after every few steps, with results that
// arrive in any order, some of them twice. Its table must be that of an undisturbed run.
func resumed(t *testing.T, open Opener) {
	f := formattest.Field(tournament.Field{}, 6)
	keys := map[string]any{"best_of": 5, "rating.system": "elo"}
	outcome := func(x tournament.Fixture) tournament.Result {
		return formattest.Pair(x, x.Seats[uint64(x.Seed)%2])
	}
	calm, format := formattest.Play(t, roundrobin.Spec, keys, f, outcome)
	want := format.Table(f, calm.All())

	order := rand.New(rand.NewPCG(1, 2))
	for life := 0; ; life++ {
		s, err := open()
		must(t, err)
		l := ledger(t, s)
		over := live(t, s, l, format, f, outcome, order)
		must(t, s.Close())
		if !over {
			continue
		}
		if got := format.Table(f, l.All()); !reflect.DeepEqual(got, want) {
			t.Errorf("after %d lives the table is\n%+v\nwant\n%+v", life, got, want)
		}
		if life < 5 {
			t.Errorf("it was over after %d lives, which proves little", life)
		}
		return
	}
}

// ledger reads a store into a ledger.
func ledger(t *testing.T, s store.Store) *tournament.Ledger {
	t.Helper()
	l := tournament.NewLedger(0, 0)
	for g, err := range s.Games(context.Background()) {
		must(t, err)
		must(t, l.Plan(g.Fixture))
		if g.Done {
			_, err := l.Enter(g.Result)
			must(t, err)
		}
	}
	return l
}

// live plays a few steps, and reports whether the stage is over.
func live(t *testing.T, s store.Store, l *tournament.Ledger, format tournament.Format, f *tournament.Field,
	outcome func(tournament.Fixture) tournament.Result, order *rand.Rand) bool {
	t.Helper()
	ctx := context.Background()
	for range 6 {
		planned, _ := tournament.Next(format, f, l)
		if len(planned) > 0 {
			must(t, s.Plan(ctx, planned...))
			must(t, l.Plan(planned...))
			continue
		}
		open := l.Open()
		if len(open) == 0 {
			return tournament.Finished(format, f, l)
		}
		r := outcome(open[order.IntN(len(open))])
		verdicts, err := s.Record(ctx, r, r)
		must(t, err)
		if verdicts[0] != store.Stands || verdicts[1] != store.Known {
			t.Fatalf("game %d: %v", r.Fixture, verdicts)
		}
		if order.IntN(10) > 0 { // else the run ends after the store has the result and before its own ledger does
			_, err = l.Enter(r)
			must(t, err)
			continue
		}
		return false
	}
	return false
}
