package bracket

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
	"agon/format/tournament/knockout"
	"agon/show/term/screen"
)

// played returns the bracket of n bots in which the bot with the lower number wins 28 to 23; matches in tied are always tied.
func played(t *testing.T, n int, keys map[string]any, tied ...int) *tournament.Bracket {
	t.Helper()
	all := map[string]any{"seeding": "rating"}
	maps.Copy(all, keys)
	f := formattest.Field(tournament.Field{}, n)
	l, format := formattest.Play(t, knockout.Spec, all, f, func(x tournament.Fixture) tournament.Result {
		r := formattest.Pair(x, min(x.Seats[0], x.Seats[1]))
		for _, m := range tied {
			if m == x.Match {
				r = formattest.Pair(x, -1)
			}
		}
		for seat := range r.Seats {
			r.Seats[seat].Score = float64(33 - 5*r.Seats[seat].Place)
		}
		return r
	})
	return format.Table(f, l.All()).Bracket
}

// empty returns the bracket of n bots before the first game.
func empty(t *testing.T, n int, keys map[string]any) *tournament.Bracket {
	t.Helper()
	format, err := knockout.Spec.Make(keys)
	if err != nil {
		t.Fatal(err)
	}
	return format.Table(formattest.Field(tournament.Field{}, n), tournament.NewLedger(0, 0).All()).Bracket
}

func bots(n int) []string {
	var list []string
	for i := range 2 * n {
		list = append(list, fmt.Sprintf("Bot %d", i))
	}
	return list
}

func TestByesAreLongerLines(t *testing.T) {
	got := strings.Join(Text(played(t, 5, nil), bots(5), TextOptions{}), "\n")
	want := strings.TrimPrefix(`
 1 Bot 1 -----------------+
                          +- Bot 1 28:23 -+
 5 Bot 9 -+               |               |
          +- Bot 7 28:23 -+               |
 4 Bot 7 -+                               +- Bot 1 28:23
                                          |
 3 Bot 5 -----------------+               |
                          +- Bot 3 28:23 -+
 2 Bot 3 -----------------+`, "\n")
	if got != want {
		t.Errorf("drawn is\n%s\nwant\n%s", got, want)
	}
}

func TestTextKeepsItsWidth(t *testing.T) {
	long := bots(16)
	for i := range long {
		long[i] += " with a name that is much too long 漢字漢字"
	}
	for _, keys := range []map[string]any{nil, {"elimination": "double"}, {"third_place": true}} {
		for _, line := range Text(played(t, 16, keys), long, TextOptions{Width: 110, Lines: true}) {
			if screen.Width(line) > 110 {
				t.Errorf("%v: %d columns: %s", keys, screen.Width(line), line)
			}
		}
		uncut := strings.Join(Text(played(t, 16, keys), long, TextOptions{}), "\n")
		if !strings.Contains(uncut, long[1]) {
			t.Errorf("%v: a name is cut in a file", keys)
		}
	}
}

func TestWhatIsNotKnownYet(t *testing.T) {
	for _, tt := range []struct {
		name  string
		keys  map[string]any
		wants []string
	}{
		{"pairs wait", nil, []string{"...", "?"}},
		{"losers come from somewhere", map[string]any{"elimination": "double"},
			[]string{"Winners", "Losers", "Final", "(loser of winners' round 1)", "(winner of the losers' final)"}},
		{"the third place", map[string]any{"third_place": true}, []string{"Third place", "(loser of a semi-final)"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(Text(empty(t, 8, tt.keys), bots(8), TextOptions{}), "\n")
			for _, want := range tt.wants {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing in\n%s", want, got)
				}
			}
		})
	}
}

func TestTiesHaveNotes(t *testing.T) {
	b := played(t, 2, nil, 0)
	got := Notes(b, bots(2))
	if len(got) != 1 || got[0] != "the final, Bot 1 against Bot 3: replayed 3 times, then the better place in the draw decided." {
		t.Errorf("the notes are %q", got)
	}
	if text := strings.Join(Text(b, bots(2), TextOptions{}), "\n"); !strings.Contains(text, "Bot 1 28:28*") {
		t.Errorf("no mark in\n%s", text)
	}
}

// evil are names that try to control terminals and pages.
var evil = []string{"\x1b[2J\x1b]0;gone\x07<b>", "<script>alert(1)</script>", "a\"><img src=x onerror=alert(1)>", "\u202egnp", "&amp;",
	"]]>", "\x00\x1bc", "ok"}

func TestNamesAreTextAndNothingElse(t *testing.T) {
	b := played(t, 4, map[string]any{"third_place": true})
	for _, paper := range []bool{true, false} {
		var out bytes.Buffer
		if err := (&Picture{Bracket: b, Called: evil, Title: evil[0] + evil[1], Paper: paper}).Write(&out); err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(&out)
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("the picture is not XML: %v", err)
			}
			start, ok := token.(xml.StartElement)
			if ok && !strings.Contains(" svg title rect text path ", " "+start.Name.Local+" ") {
				t.Errorf("there is a %s in it", start.Name.Local)
			}
			for _, a := range start.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "style" || a.Name.Local == "href" {
					t.Errorf("there is an attribute %s", a.Name.Local)
				}
			}
		}
	}
	for _, line := range Text(b, evil, TextOptions{Lines: true}) {
		for _, r := range line {
			if r < ' ' || r == 0x7f || r == '\u202e' || r == utf8.RuneError {
				t.Errorf("%q reaches the terminal", line)
			}
		}
	}
}

// The picture must name all entries for every size of the field.
func TestEverySize(t *testing.T) {
	for n := 2; n <= 33; n++ {
		for _, keys := range []map[string]any{nil, {"elimination": "double"}, {"third_place": true}} {
			text := strings.Join(Text(played(t, n, keys), bots(n), TextOptions{}), "\n")
			for seed := range n {
				if !strings.Contains(text, fmt.Sprintf("%2d Bot %d ", seed+1, 2*seed+1)) {
					t.Errorf("%d bots, %v: seed %d is missing", n, keys, seed+1)
				}
			}
			Text(empty(t, n, keys), bots(n), TextOptions{Width: 80})
		}
	}
}
