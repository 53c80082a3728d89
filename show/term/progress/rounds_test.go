package progress

import (
	"strings"
	"testing"
	"time"

	"agon/show/term/internal/golden"
	"agon/show/term/screen"
)

// long is the state of a run of 20 long games, none of which has ended.
func long() Run {
	r := state()
	r.Games, r.Done, r.Played, r.Total, r.Part = 20, 0, 12000, 80000, 0.15
	r.PerSecond, r.Left, r.Elapsed = 400, 170*time.Second, 30*time.Second
	r.Standings, r.Last, r.Playing = nil, Last{}, nil
	return r
}

// What games in progress have played counts, and before the first of them has ended there is no table.
func TestRoundsOfGamesInProgressAreShown(t *testing.T) {
	unknown := long()
	unknown.Total, unknown.Part, unknown.Left = 0, 0, 0
	for _, width := range []int{60, 80, 120} {
		m := &model{depth: screen.Plain, width: width, height: 24, run: long()}
		text := m.draw().String(screen.Plain)
		golden.Fits(t, text, width, 24)
		for _, want := range []string{"0 of 20", "15 %", "3 min left", "12 000/80 000", "400/s", "no game has ended yet"} {
			if !strings.Contains(text, want) {
				t.Errorf("%d columns do not show %q:\n%s", width, want, text)
			}
		}
		if strings.Contains(text, "places") {
			t.Errorf("a table is shown without a game:\n%s", text)
		}
		m.run = unknown
		if text = m.draw().String(screen.Plain); !strings.Contains(text, "12 000  400/s") || strings.Contains(text, "0 %") {
			t.Errorf("while the length of a game is unknown %d columns show:\n%s", width, text)
		}
	}
}

func TestPlainLinesCountRounds(t *testing.T) {
	at := func(of Run, played int, elapsed time.Duration) Run {
		of.Played, of.Elapsed = played, elapsed
		if of.Total > 0 {
			of.Part = float64(played) / float64(of.Total)
		}
		return of
	}
	unknown := long()
	unknown.Total, unknown.Part, unknown.Left = 0, 0, 0
	almost := long()
	almost.Done, almost.Part, almost.Played = 19, 0.9999, 80000
	for _, tt := range []struct {
		name string
		runs []Run
		want string
	}{
		{"after the first seconds", []Run{at(long(), 0, 0), at(long(), 1200, 2e9), at(long(), 1600, 3e9), at(long(), 1700, 4e9), at(long(), 8000, 20e9)}, `
agon: 1 600/80 000 rounds, 0/20 games  2%  400 rounds/s  left 2m50s  faults 7243
agon: 8 000/80 000 rounds, 0/20 games  10%  400 rounds/s  left 2m50s  faults 7243`},
		{"games of unknown length", []Run{at(unknown, 0, 0), at(unknown, 1600, 4e9)}, `
agon: 1 600 rounds, 0/20 games  400 rounds/s  faults 7243`},
		{"never all before the last game has ended", []Run{at(long(), 0, 0), almost}, `
agon: 80 000/80 000 rounds, 19/20 games  99%  400 rounds/s  left 2m50s  faults 7243`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var tl teller
			got := ""
			for i, r := range tt.runs {
				for _, l := range tl.lines(&r) {
					if i > 0 {
						got += "\n" + l
					}
				}
			}
			if got != tt.want {
				t.Errorf("told%s\nnot%s", got, tt.want)
			}
		})
	}
}
