package rps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"agon/game"
)

func list(rows int, row string) string {
	quoted, _ := json.Marshal(slices.Repeat([]string{row}, rows))
	return string(quoted)
}

// TestArt: valid art becomes a remark, invalid art a note, and neither costs the round.
func TestArt(t *testing.T) {
	for _, tt := range []struct {
		name, art string
		want      []string
		note      string
	}{
		{name: "rows, as they are", art: `["  *  ", "", "***"]`, want: []string{"  *  ", "", "***"}},
		{name: "a full frame", art: list(60, strings.Repeat("#", 60)), want: slices.Repeat([]string{strings.Repeat("#", 60)}, 60)},
		{name: "a full frame of wide characters", art: list(60, strings.Repeat("字", 60)),
			want: slices.Repeat([]string{strings.Repeat("字", 60)}, 60)},
		{name: "null", art: `null`},
		{name: "an empty list", art: `[ ]`},
		{name: "an empty string", art: `""`},
		{name: "false", art: `false`},
		{name: "of art given twice the last counts", art: `["a"], "art": ["b"]`, want: []string{"b"}},
		{name: "a control character keeps its cell", art: `["a\u001b[2Jb", "\t\u0000\u007f\u0085\u202e"]`,
			want: []string{"a\ufffd[2Jb", "\ufffd\ufffd\ufffd\ufffd\ufffd"}},
		{name: "half a character", art: `["\ud83d"]`, want: []string{"\ufffd"}},
		{name: "markup stays text", art: `["<script>&"]`, want: []string{"<script>&"}},
		{name: "61 rows", art: list(61, "*"), note: "61 rows, at most 60 are allowed"},
		{name: "61 characters", art: `["", "` + strings.Repeat(" ", 61) + `"]`, note: "row 2 has 61 characters"},
		{name: "a string", art: `"***"`, note: "art must be a list of strings"},
		{name: "an object", art: `{"a": 1}`, note: "art must be a list of strings"},
		{name: "a number", art: `7`, note: "art must be a list of strings"},
		{name: "a row that is a number", art: `["*", 7]`, note: "row 2 is not a string"},
		{name: "a row that is null", art: `[null]`, note: "row 1 is not a string"},
		{name: "a matrix of characters", art: `[["*", "*"]]`, note: "row 1 is not a string"},
		{name: "a bomb of rows", art: list(60000, ""), note: "60000 rows"},
		{name: "a bomb of brackets", art: strings.Repeat("[", 5000) + strings.Repeat("]", 5000), note: "row 1 is not a string"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := dealt(t, nil)
			reply := game.Reply{Out: fmt.Appendf(nil, `{"art": %s, "move": "ROCK"}`, tt.art)}
			if why := table.Take(0, &reply); why != game.NoFault {
				t.Fatalf("the round is forfeited: %v, %s", why, reply.Note)
			}
			if got := Art(reply.Remark); !slices.Equal(got, tt.want) {
				t.Errorf("art %q", got)
			}
			if (reply.Note != "") != (tt.note != "") || !strings.Contains(reply.Note, tt.note) {
				t.Errorf("noted %q, wanted %q", reply.Note, tt.note)
			}
			checkRemark(t, reply.Remark)
		})
	}
}

func TestArtOfARefusedMoveIsNotKept(t *testing.T) {
	reply := game.Reply{Out: []byte(`{"art": ["*"], "move": "STONE"}`)}
	if dealt(t, nil).Take(0, &reply); len(reply.Remark) > 0 {
		t.Errorf("remark %q", reply.Remark)
	}
}

func TestBuiltinsDraw(t *testing.T) {
	for h, remark := range drawings() {
		checkRemark(t, remark)
		if Hand(h) != None && len(Art(remark)) < 5 {
			t.Errorf("%v is drawn as %q", Hand(h), remark)
		}
	}
}

// checkRemark checks what viewers expect of a remark.
func checkRemark(t *testing.T, remark []byte) {
	t.Helper()
	if len(remark) == 0 {
		return
	}
	rows := Art(remark)
	if rows == nil || len(rows) > maxArt || bytes.ContainsAny(remark, "\n<>") {
		t.Fatalf("remark %q", remark)
	}
	for _, row := range rows {
		if utf8.RuneCountInString(row) > maxArt ||
			strings.ContainsFunc(row, func(c rune) bool { return unicode.Is(unicode.Cc, c) || unicode.Is(unicode.Cf, c) }) {
			t.Fatalf("row %q", row)
		}
	}
}
