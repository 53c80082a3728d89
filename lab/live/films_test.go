package live

import (
	"fmt"
	"testing"

	"agon/bot"
	"agon/bot/human"
	"agon/bot/lineup"
	"agon/game"
	"agon/show/film"
)

type pass uint8

func (p pass) String() string { return "pass" }

type passes struct{ turns int }

// passing is over after two turns.
type passing struct{}

func (passing) Deal(s *passes, _ int, _ *game.Dice) error { *s = passes{}; return nil }
func (passing) Turn(s *passes) (owes game.Seats) {
	if s.turns < 2 {
		owes = game.FirstSeats(2)
	}
	return owes
}
func (passing) Check(*passes, game.Seat, pass) error              { return nil }
func (passing) Absent(*passes, game.Seat, game.Fault) pass        { return 0 }
func (passing) Step(s *passes, _ []game.Move[pass], _ *game.Dice) { s.turns++ }
func (passing) Outcome(_ *passes, seat game.Seat) game.Outcome {
	return game.Outcome{Place: int(seat) + 1, Score: 1}
}

// Until a game with hidden information is over, those who look on see what everybody may see, and nobody what another's fault says, which
// may quote what is hidden. Then the audience sees everything.
func TestNobodySeesWhatIsHiddenBeforeTheEnd(t *testing.T) {
	kind := game.New(game.Spec[passes, pass]{
		Name: "pass", Title: "Pass", Version: "1", MinSeats: 2, MaxSeats: 2, UsualSeats: 2, Simultaneous: true, Hidden: true,
		Moves: []pass{0}, Rules: func(game.Settings) (game.Rules[passes, pass], error) { return passing{}, nil },
		Round: func(s *passes) int { return s.turns },
		View:  func(f *game.Frame, _ *passes, viewer game.Seat) { f.Int("eye", int(viewer)) },
	})
	settings, err := kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := kind.Table(settings)
	if err == nil {
		err = table.Deal(1, 2)
	}
	if err != nil {
		t.Fatal(err)
	}
	films := NewFilms(film.NewInfo(kind, settings, make([]film.Seat, 2)), []lineup.Entry{{Person: &human.Player{}}, {}})
	films.Look(t.Context(), table, nil)
	for !table.Over() {
		var calls []*bot.Call
		for seat := range game.Seat(2) {
			table.Play(seat, "pass", &game.Reply{})
			calls = append(calls, &bot.Call{Seat: seat, Reply: game.Reply{Fault: game.Illegal, Note: fmt.Sprintf("note of %d", seat)}})
		}
		table.Step()
		films.Look(t.Context(), table, calls)
	}
	look := func(f *film.Film) (seen string) {
		for i := range 3 {
			shot := f.Shot(i)
			seen += fmt.Sprint(shot.Frame.Items("eye"))
			for _, fault := range shot.Faults {
				seen += fmt.Sprintf(" %d:%s", fault.Seat, fault.Note)
			}
			seen += "; "
		}
		return seen
	}
	want := fmt.Sprintf("[%d]; [%[1]d] 0: 1:; [%d] 0:note of 0 1:note of 1; ", game.Public, game.Audience)
	if got := look(films.Audience); got != want {
		t.Errorf("the audience sees %s, want %s", got, want)
	}
	want = "[0]; [0] 0:note of 0 1:; [0] 0:note of 0 1:note of 1; "
	if got := look(films.Seats[0].Film); got != want {
		t.Errorf("seat 0 sees %s, want %s", got, want)
	}
}
