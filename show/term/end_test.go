package term

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"agon/show/film"
	"agon/show/term/board"
	"agon/show/term/internal/golden"
	"agon/show/term/screen"
)

// TestPipeHasTheEnd checks that a pipe gets only the last board, complete, however high it is.
func TestPipeHasTheEnd(t *testing.T) {
	out, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	f := canvas(t, 20, 30)
	if err := Watch(context.Background(), f, Options{Out: out, Env: []string{"TERM=xterm"}}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	golden.NoControl(t, text)
	if strings.Count(text, "Colour Battle") != 1 || !strings.Contains(text, "round 30/30") || strings.Contains(text, "PgUp") {
		t.Errorf("not the end alone:\n%s", text)
	}
	m := at(f, 30, 80, 24, screen.Plain)
	m.draw()
	if lines := strings.Count(text, "\n"); lines < m.shown.Height {
		t.Errorf("%d lines for a board of %d rows", lines, m.shown.Height)
	}
}

// TestPrintStanding checks that the table on the normal screen says how the game ended, or that it is not over yet and how it stands.
func TestPrintStanding(t *testing.T) {
	whole := canvas(t, 3, 40)
	part := film.New(whole.Info)
	for i := range 13 {
		part.Append(whole.Shot(i))
	}
	whole.End(whole.Info.Name(1)+" wins", 7)
	for _, tt := range []struct {
		name string
		film *film.Film
		want string
	}{
		{"the end", whole, "Colour Battle, 40 rounds"},
		{"a game that goes on", part, "Colour Battle, seed 8841207: left in round 12 of 40; the standing at that moment:"},
	} {
		var out bytes.Buffer
		if err := PrintStanding(&out, tt.film); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		golden.NoControl(t, text)
		if !strings.HasPrefix(text, tt.want) {
			t.Errorf("%s: not %q first:\n%s", tt.name, tt.want, text)
		}
		for _, seat := range tt.film.Info.Seats {
			if strings.Count(text, seat.Name) == 0 {
				t.Errorf("%s: %s is not in it:\n%s", tt.name, seat.Name, text)
			}
		}
		if ended := strings.Contains(text, whole.Info.Seats[1].Name+" wins"); ended != (tt.film == whole) {
			t.Errorf("%s: ending told: %v:\n%s", tt.name, ended, text)
		}
	}
	var out bytes.Buffer
	if err := PrintStanding(&out, film.New(whole.Info)); err != nil || out.Len() > 0 {
		t.Errorf("%q of a game without a deal", out.String())
	}
}

// TestWideScreensAreUsed checks that a board grows with its screen as far as it fits beside the list, and that the side shows the scores
// since the deal.
func TestWideScreensAreUsed(t *testing.T) {
	f := canvas(t, 4, 40)
	before := 0
	for _, size := range [][2]int{{80, 24}, {160, 50}, {240, 80}} {
		m := at(f, 40, size[0], size[1], screen.True)
		m.draw()
		tiles := m.shown.Tiles()
		side := 0
		if m.spacious(tiles, 4) {
			side = board.Enlarge(tiles.Width, tiles.Height, m.width-gap-usual, m.height-3, m.depth)
		}
		if side <= before && size[0] > 80 {
			t.Errorf("%v: tiles of %d columns, on the smaller screen %d", size, side, before)
		}
		before = side
		text := m.draw().String(screen.Plain)
		golden.Fits(t, text, size[0], size[1])
		if size[0] > 80 && !strings.Contains(text, "scores") {
			t.Errorf("%v: no scores since the deal:\n%s", size, text)
		}
	}
}

// TestMessageStandsOnce checks that a message is in one line only, and the keys stay.
func TestMessageStandsOnce(t *testing.T) {
	m := at(canvas(t, 16, 40), 5, 80, 24, screen.Plain)
	m.say("here is a word")
	text := m.draw().String(screen.Plain)
	if strings.Count(text, "here is a word") != 1 || !strings.Contains(text, "q quit") {
		t.Errorf("the message stands there %d times, or hides the keys:\n%s", strings.Count(text, "here is a word"), text)
	}
}

// TestPickFollowsItsBot checks that the picked bot stays picked when places change, and in the next game of a loop, in which it has another
// seat.
func TestPickFollowsItsBot(t *testing.T) {
	first := canvas(t, 4, 20)
	m := at(first, 1, 80, 24, screen.Plain)
	press(m, "down")
	picked := m.pick
	for shot := range 20 {
		m.playback.to(shot)
		if text := m.draw().String(screen.Plain); m.pick != picked || !strings.Contains(text, ">"+m.shown.Seats[picked].Name[:6]) {
			t.Fatalf("shot %d: seat %d is picked:\n%s", shot, m.pick, text)
		}
	}
	slot := m.slot()
	var loop film.Loop
	m.loop = &loop
	second := canvas(t, 4, 20)
	seats := second.Info.Seats
	for i := range seats {
		seats[i].Slot = (seats[i].Slot + 1) % 4
	}
	loop.Show(film.Showing{Game: 2, Film: second})
	if m.follow(); m.film != second || m.slot() != slot || m.pick == picked {
		t.Errorf("slot %d is picked in seat %d, and was %d in seat %d", m.slot(), m.pick, slot, picked)
	}
}

// The turn from which a recorded game is played on is marked below the board, and said until it has come.
func TestPlayedOnIsMarked(t *testing.T) {
	f := canvas(t, 3, 40)
	f.Info.From = 21
	for _, tt := range []struct {
		depth screen.Depth
		mark  string
	}{{screen.True, "┃"}, {screen.Mono, "|"}} {
		for _, width := range []int{80, 120} {
			then := at(f, 21, width, 24, tt.depth).draw().String(screen.Plain)
			column := -1
			for line := range strings.Lines(then) {
				column = max(column, slices.Index([]rune(line), []rune(tt.mark)[0]))
			}
			if column < width/2-2 || column > width/2+2 {
				t.Errorf("%d columns: the mark is in column %d:\n%s", width, column, then)
			}
		}
	}
	m := at(f, 20, 80, 24, screen.True)
	if words := m.boardWords(); words != "recorded: it is played on from round 21" {
		t.Errorf("before that turn it says %q", words)
	}
	m.playback.to(21)
	m.draw()
	if words := m.boardWords(); strings.Contains(words, "recorded") {
		t.Errorf("in that turn it says %q", words)
	}
	f.Info.From = 0
	if text := at(f, 20, 80, 24, screen.True).draw().String(screen.Plain); strings.Contains(text, "┃") {
		t.Errorf("a mark in a game that was not played on:\n%s", text)
	}
}
