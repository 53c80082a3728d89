package term

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"agon/show/film"
	"agon/show/term/board"
	"agon/show/term/internal/golden"
	"agon/show/term/screen"

	tea "charm.land/bubbletea/v2"
)

// press sends keys. Single letters are sent as typed text, others by name.
func press(m *model, keys ...string) tea.Cmd {
	named := map[string]tea.Key{
		"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
		"home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd}, "esc": {Code: tea.KeyEscape}, "enter": {Code: tea.KeyEnter},
		"space": {Code: tea.KeySpace, Text: " "}, "backspace": {Code: tea.KeyBackspace}, "pgdown": {Code: tea.KeyPgDown},
		"shift+right": {Code: tea.KeyRight, Mod: tea.ModShift}, "shift+left": {Code: tea.KeyLeft, Mod: tea.ModShift},
		"alt+right": {Code: tea.KeyRight, Mod: tea.ModAlt}, "alt+left": {Code: tea.KeyLeft, Mod: tea.ModAlt},
		"ctrl+c": {Code: 'c', Mod: tea.ModCtrl},
	}
	var cmd tea.Cmd
	for _, k := range keys {
		key, ok := named[k]
		if !ok {
			key = tea.Key{Code: []rune(k)[0], Text: k}
		}
		_, cmd = m.Update(tea.KeyPressMsg(key))
	}
	return cmd
}

func TestKeys(t *testing.T) {
	f := canvas(t, 8, 100)
	for _, tt := range []struct {
		name string
		keys []string
		want func(*model) bool
	}{
		{"space plays", []string{"space"}, func(m *model) bool { return m.playback.playing }},
		{"left and right step", []string{"right", "right", "left"}, func(m *model) bool { return m.playback.at == 21 }},
		{"with shift ten", []string{"shift+right", "shift+right", "shift+left"}, func(m *model) bool { return m.playback.at == 30 }},
		{"with alt to a fault", []string{"alt+right"},
			func(m *model) bool { return m.playback.at == m.history.next(20) && m.playback.at > 20 }},
		{"home", []string{"home"}, func(m *model) bool { return m.playback.at == 0 }},
		{"end", []string{"end"}, func(m *model) bool { return m.playback.at == 100 }},
		{"2 is 60 a second", []string{"2"}, func(m *model) bool { return m.playback.speed == 60 && m.playback.playing }},
		{"3 is fast", []string{"3"}, func(m *model) bool { return m.playback.speed == fast }},
		{"f is fast", []string{"f"}, func(m *model) bool { return m.playback.speed == fast }},
		{"f and f again is not", []string{"f", "f"}, func(m *model) bool { return m.playback.speed == 10 }},
		{"down picks the first", []string{"down"}, func(m *model) bool { return m.pick == first(m) }},
		{"up picks the last", []string{"up", "down"}, func(m *model) bool { return m.pick != board.None && m.pick != first(m) }},
		{"esc unpicks", []string{"down", "esc"}, func(m *model) bool { return m.pick == board.None }},
		{"i shows ids", []string{"i"}, func(m *model) bool { return m.on["ids"] }},
		{"i twice hides them", []string{"i", "i"}, func(m *model) bool { return !m.on["ids"] }},
		{"p shows patterns", []string{"p"}, func(m *model) bool { return m.patterns }},
		{"g goes to a round", []string{"g", "4", "2", "enter"}, func(m *model) bool { return m.playback.at == 42 && !m.asking }},
		{"g takes a digit back", []string{"g", "4", "2", "backspace", "enter"}, func(m *model) bool { return m.playback.at == 4 }},
		{"keys do nothing while a round is typed", []string{"g", "p", "1"},
			func(m *model) bool { return !m.patterns && m.playback.speed == slow && m.typed == "1" }},
		{"esc leaves the question", []string{"g", "4", "esc"}, func(m *model) bool { return m.playback.at == 20 && !m.asking }},
		{"? shows the keys", []string{"?"}, func(m *model) bool { return m.help }},
		{"any key leaves them", []string{"?", "x"}, func(m *model) bool { return !m.help }},
		{"o is of another kind", []string{"o"}, func(m *model) bool { return len(m.on) == 0 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := at(f, 20, 80, 24, screen.Plain)
			m.history.all = append(m.history.all, shownFault{shot: 33})
			press(m, tt.keys...)
			if !tt.want(m) {
				t.Errorf("after %v: %+v", tt.keys, m.playback)
			}
		})
	}
}

func first(m *model) int {
	shot, _ := m.playback.shot()
	return shot.ByPlace()[0]
}

func TestQuit(t *testing.T) {
	for _, keys := range [][]string{{"q"}, {"ctrl+c"}, {"?", "q"}, {"g", "ctrl+c"}} {
		cmd := press(at(canvas(t, 2, 5), 0, 80, 24, screen.Plain), keys...)
		if cmd == nil {
			t.Errorf("%v does not quit", keys)
			continue
		}
		if _, ok := cmd().(tea.QuitMsg); !ok {
			t.Errorf("%v does not quit", keys)
		}
	}
}

func TestPicture(t *testing.T) {
	m := at(canvas(t, 2, 5), 3, 80, 24, screen.Plain)
	press(m, "w")
	if !strings.Contains(m.draw().String(screen.Plain), "cannot") {
		t.Error("without a hook nothing is said")
	}
	m.picture = func(s film.Shot) (string, error) {
		if s.Round != 3 {
			t.Errorf("a picture of round %d", s.Round)
		}
		return "out/game.png", nil
	}
	m.Update(press(m, "w")())
	if !strings.Contains(m.draw().String(screen.Plain), "wrote out/game.png") {
		t.Error("the path is not told")
	}
	m.picture = func(film.Shot) (string, error) { return "", errors.New("disk \x1b[2Jfull") }
	m.Update(press(m, "w")())
	if !strings.Contains(m.draw().String(screen.Plain), "no picture: disk full") {
		t.Error("the error is not told")
	}
}

func TestHelpNamesEveryKey(t *testing.T) {
	m := at(canvas(t, 2, 5), 0, 80, 40, screen.Plain)
	press(m, "?")
	text := m.draw().String(screen.Plain)
	for _, k := range keys() {
		if !strings.Contains(text, k.about) {
			t.Errorf("%s is not explained", k.names[0])
		}
	}
}

func TestPrintedWithoutATerminal(t *testing.T) {
	var out strings.Builder
	if err := printBoards(context.Background(), &out, canvas(t, 4, 50), Options{}); err != nil {
		t.Fatal(err)
	}
	golden.NoControl(t, out.String())
	golden.Fits(t, out.String(), plainWidth, 0)
	for _, round := range []string{"round 0/50", "round 5/50", "round 45/50", "round 50/50"} {
		if n := strings.Count(out.String(), round); n != 1 {
			t.Errorf("%q is printed %d times", round, n)
		}
	}
	if n := strings.Count(out.String(), "Colour Battle"); n != 11 {
		t.Errorf("%d boards for ten tenths and the deal", n)
	}
}

// TestPrintedInANarrowTerminal: a board that is printed fits the terminal, or the last line says why there is none.
func TestPrintedInANarrowTerminal(t *testing.T) {
	for _, f := range []*film.Film{canvas(t, 2, 10), canvas(t, 4, 50), boardless()} {
		for _, width := range []int{20, 40, 59, 60, 79, 80} {
			var out strings.Builder
			if err := printBoard(&out, f, Options{}.filled(), width); err != nil {
				t.Fatal(err)
			}
			text := strings.TrimRight(out.String(), "\n")
			golden.NoControl(t, text)
			golden.Fits(t, text, width, 0)
			if width >= leastWidth {
				continue
			}
			if strings.Contains(text, "\n\n\n") {
				t.Errorf("%d columns: empty lines:\n%s", width, text)
			}
			why := fmt.Sprintf("no board below %d x %d", leastWidth, leastHeight)
			drawn := at(f, 0, width, leastHeight, screen.Plain).look(f.Shot(0))
			board := drawn.Tiles().Width
			if said := strings.HasSuffix(text, screen.Cut(why, width)); said != (board > width) {
				t.Errorf("%d columns for a board of %d:\n%s", width, board, text)
			}
		}
	}
}

func TestPrintedUntilTheContextIsDone(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out strings.Builder
	if err := printBoards(ctx, &out, strip(0, false), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}
