package live

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
	"agon/play/worker"
	"agon/show/film"
	"agon/show/report"
)

// meeting is a contest of four bots in games of two.
const meeting = `
kind = "tron"
seed = 3
[[bots]]
ref = "one=builtin:random"
[[bots]]
ref = "two=builtin:random"
[[bots]]
ref = "three=builtin:random"
[[bots]]
ref = "four=builtin:random"
[[stages]]
name = "all meet"
format = "round-robin"
games = 40
`

// quick shows a game without delay, and then its end.
var quick = pace{rate: 1e6, longest: time.Second, end: time.Hour}

// play plays the contest once while somebody is asked who follows each game.
func play(t *testing.T, watch func(run.Dealt) worker.Viewer, cores int) *contest.Result {
	t.Helper()
	path := filepath.Join(t.TempDir(), "contest.toml")
	if err := os.WriteFile(path, []byte(meeting), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := config.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := contest.Open(t.Context(), f, contest.Setup{
		Kinds: all.Find, Formats: formats.Formats, Ledgers: ledgers.Ledgers{},
		Opener: func(k *game.Kind, f *config.File) *lineup.Opener { return &lineup.Opener{Kind: k, Log: bot.NewLog(0)} },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	result, err := run.Run(t.Context(), c, run.Options{Cores: cores, Watch: watch})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// showing waits until the screen shows game nth, from 1, and returns it when its film is complete.
func showing(t *testing.T, s *Screen, nth int) (title string, bots []string, shots int) {
	t.Helper()
	for {
		now, news := s.Loop.Now()
		if now.Game > nth {
			t.Fatalf("the screen shows game %d before %d was seen", now.Game, nth)
		}
		if now.Game == nth && now.Film != nil {
			for {
				n, over := now.Film.Len()
				if over {
					for _, seat := range now.Film.Info.Seats {
						bots = append(bots, seat.Name)
					}
					return now.Film.Info.Title, bots, n
				}
				if err := now.Film.Wait(t.Context(), n); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := s.Loop.Wait(t.Context(), news); err != nil {
			t.Fatal(err)
		}
	}
}

func TestScreenShowsWholeGames(t *testing.T) {
	s := newScreen(quick, &fields{})
	defer s.Close()
	play(t, s.Dealt, 2)
	title, bots, shots := showing(t, s, 1)
	now, _ := s.Loop.Now()
	if !strings.HasPrefix(title, "all meet, game ") || len(bots) != 2 || shots < 2 {
		t.Errorf("the screen shows %q of %q in %d shots", title, bots, shots)
	}
	if words, _ := now.Film.Ending(); words == "" || strings.Contains(words, "does not count") {
		t.Errorf("the game ended with %q", words)
	}
	for i := range shots {
		if got := now.Film.Shot(i).Turn; got != i {
			t.Fatalf("shot %d is of turn %d", i, got)
		}
	}
	if !now.Film.Info.Veiled {
		t.Error("the seed of a running game is shown")
	}
}

// A bot that an organiser chose is on the screen although others lead.
func TestAnOrganiserChoosesWhoIsShown(t *testing.T) {
	s := newScreen(quick, &fields{})
	defer s.Close()
	s.Want("four")
	s.Rank(stage("one", "two", "three", "four"))
	play(t, s.Dealt, 1)
	showing(t, s, 1) // whatever was dealt first, and stays
	s.mu.Lock()
	s.next, s.replaced = nil, 0
	s.mu.Unlock()
	play(t, s.Dealt, 1)
	if bots := s.next.names; bots[0] != "four" && bots[1] != "four" {
		t.Errorf("games of four are wanted, and %q is next", bots)
	}
}

// Of many games, that of the bots which lead is chosen.
func TestInterestingGamesAreChosen(t *testing.T) {
	s := newScreen(quick, &fields{})
	defer s.Close()
	s.Rank(stage("one", "two", "three", "four"))
	lead, low := s.interest([]string{"two", "one"}), s.interest([]string{"one", "four"})
	if last := s.interest([]string{"three", "four"}); lead <= low || lead <= last {
		t.Errorf("interest: first against second %.2f, first against last %.2f, third against last %.2f", lead, low, last)
	}
	s.shown["one"], s.shown["two"] = 9, 9
	if again := s.interest([]string{"two", "one"}); again >= lead {
		t.Errorf("a pair that was shown nine times is as interesting as before: %.2f and %.2f", again, lead)
	}
}

// A game that is lost with its bots before it is on the screen is not shown, and the next one can be.
func TestLostGamesAreNotShown(t *testing.T) {
	s := newScreen(quick, &fields{})
	defer s.Close()
	f := &followed{Film: film.New(film.Info{}), screen: s}
	s.mu.Lock()
	s.next, s.replaced = f, changes
	s.mu.Unlock()
	f.Lost()
	if _, over := f.Len(); !over || s.next != nil {
		t.Error("a lost game is next on the screen")
	}
	play(t, s.Dealt, 1)
	showing(t, s, 1)
}

// stage returns standings with these bots, best first.
func stage(names ...string) *report.Stage {
	s := &report.Stage{Played: 7, Unit: "points"}
	for i, name := range names {
		line := report.Standing{Name: name}
		line.Rank, line.Entry = i+1, i
		s.Standings = append(s.Standings, line)
	}
	return s
}
