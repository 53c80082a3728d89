package term

import (
	"fmt"
	"regexp"
	"testing"

	"agon/game"
	"agon/game/gametest"
	"agon/games/tron"
	"agon/show/film"
	"agon/show/term/screen"
)

// On an 80 x 24 terminal every number of Tron's steps, and the turn of every death, must be shown to its last digit.
func TestTronsNumbersFit(t *testing.T) {
	kind := game.New(tron.Spec)
	rec := *gametest.Play(t, kind, 4, 5, nil).Record()
	info := film.Info{Kind: kind, Title: kind.Title}
	for seat := range 4 {
		info.Seats = append(info.Seats, film.Seat{Name: fmt.Sprintf("bot number %d", seat), Slot: seat})
	}
	f, err := film.FromRecord(info, &rec)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := f.Len()
	deaths := 0
	for shot := 0; shot < n; shot += 7 {
		frame := f.Shot(shot).Frame
		text := at(f, shot, 80, 24, screen.Plain).draw().String(screen.Plain)
		survey, err := tron.SurveyFrame(frame)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range survey.Steps {
			if !step.Free || survey.Mover < 0 {
				continue
			}
			line := regexp.MustCompile(fmt.Sprintf(`\b%d +%d +%d *(\n|$)`, step.Mine, step.Theirs, step.Distance))
			if !line.MatchString(text) {
				t.Fatalf("turn %d: the numbers %d, %d, %d are not beside each other:\n%s", shot, step.Mine, step.Theirs, step.Distance,
					text)
			}
		}
		for seat, died := range frame.List("died") {
			if frame.Nth("alive", seat) == 0 && survey.Mover >= 0 {
				deaths++
				if !regexp.MustCompile(fmt.Sprintf(` at %d *\n`, died)).MatchString(text) {
					t.Fatalf("turn %d: seat %d died in turn %d, which is not said:\n%s", shot, seat, died, text)
				}
			}
		}
	}
	if deaths == 0 {
		t.Error("nobody has died")
	}
}
