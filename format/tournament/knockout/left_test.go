package knockout

import (
	"fmt"
	"maps"
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
)

// left plays a bracket of entries 1, 3, 5, 7 and so on, of which the lower always wins, while its field changes, and returns its table.
func left(t *testing.T, bots int, keys map[string]any, changes ...tournament.Change) tournament.Table {
	t.Helper()
	all := map[string]any{"seeding": "rating"}
	maps.Copy(all, keys)
	format, err := Spec.Make(all)
	if err != nil {
		t.Fatal(err)
	}
	f, l := formattest.Field(tournament.Field{}, bots), tournament.NewLedger(0, 0)
	for {
		for len(changes) > 0 && changes[0].Round <= l.Rounds() {
			f.Change(changes[0])
			changes = changes[1:]
		}
		fixtures, over := tournament.Next(format, f, l)
		if over && len(changes) == 0 {
			return tournament.Standings(format, f, l.All())
		}
		if over {
			changes[0].Round = l.Rounds()
			continue
		}
		if err := l.Plan(fixtures...); err != nil {
			t.Fatal(err)
		}
		for _, x := range fixtures {
			if _, err := l.Enter(lower(x)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func change(round, entry int, what tournament.Turn) tournament.Change {
	return tournament.Change{Round: round, Entry: entry, What: what, Instead: -1}
}

// If both finalists are gone the bracket goes to the first of the table: to the third if there is a match for the third place, else to the
// loser of a semi-final with the better place in the draw.
func TestBothFinalistsAreGone(t *testing.T) {
	for _, tt := range []struct {
		name   string
		keys   map[string]any
		round  int // the round in which both leave
		winner int
	}{
		{"before the final", nil, 1, 5},
		{"after the final", nil, 9, 5},
		{"between the stages", nil, tournament.After, 5},
		{"with a third", map[string]any{"third_place": true}, 9, 5},
		{"of a double elimination", map[string]any{"elimination": "double"}, 9, 5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := left(t, 4, tt.keys, change(tt.round, 1, tournament.Barred), change(tt.round, 3, tournament.Left))
			first, b := table.Standings[0], table.Bracket
			final := b.Ties[b.Parts[0].Root]
			if tt.keys["elimination"] != nil {
				final = b.Ties[b.Parts[len(b.Parts)-1].Root]
			}
			if first.Entry != tt.winner || first.Rank != 1 || first.ChanceFirst != 1 || final.Winner != tt.winner ||
				table.Standings[1].Rank != 2 {
				t.Errorf("the first is %+v, the final %+v, then %+v", first, final, table.Standings[1])
			}
		})
	}
}

// A walkover stands when the bot that left is reinstated after a later round was planned; before, the match is played.
func TestReinstatedAfterAWalkover(t *testing.T) {
	for _, tt := range []struct {
		back, winner int
		note         string
	}{
		{1, 1, "winner"}, // at once, before its semi-final was decided without it
		{2, 3, "lost a semi-final"},
		{3, 3, "lost a semi-final"},
	} {
		t.Run(fmt.Sprintf("in round %d", tt.back), func(t *testing.T) {
			table := left(t, 8, nil, change(1, 1, tournament.Left), change(tt.back, 1, tournament.Returned))
			for _, s := range table.Standings {
				if s.Entry == 1 && s.Note != tt.note || s.Rank == 1 && s.Entry != tt.winner || s.Gone {
					t.Errorf("%+v", s)
				}
			}
		})
	}
}

// A title that was lost by leaving after the final returns with the bot.
func TestReinstatedAfterTheFinal(t *testing.T) {
	table := left(t, 4, nil, change(2, 1, tournament.Barred), change(2, 1, tournament.Returned))
	if first := table.Standings[0]; first.Entry != 1 || first.Note != "winner" {
		t.Errorf("the first is %+v", first)
	}
}
