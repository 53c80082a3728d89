package contest

import (
	"fmt"
	"strings"
	"testing"

	"agon/bot/lineup"
	"agon/contest/ledger"
	"agon/contest/store"
)

// TestMostStart: authors count, and not their programs.
func TestMostStart(t *testing.T) {
	for _, test := range []struct {
		bots string // author and whether it starts, +, or has stopped to, -
		want bool
	}{
		{"a+ b+ c-", true}, {"a+ b-", true}, {"a+ b- c-", false}, {"a-", false}, {"", true},
		{"a+ b- b- b- b-", true}, {"a+ b+ b- b-", true}, {"a- a- a-", false}, {"a+ - -", false}, {"a+ + - -", true},
	} {
		var line ledger.Lineup
		var found []lineup.Entry
		for i, word := range strings.Fields(test.bots) {
			author, stops := strings.CutSuffix(strings.TrimSuffix(word, "+"), "-")
			name := fmt.Sprint("bot", i)
			line = append(line, ledger.Entrant{Bot: store.Bot{Name: name, Author: author, Hash: "1"}})
			found = append(found, lineup.Entry{Name: name, Hash: "1"})
			if stops {
				found[i].Broken = "not today"
			}
		}
		if got := mostStart(line, found); got != test.want {
			t.Errorf("%q: %v, want %v", test.bots, got, test.want)
		}
	}
}
