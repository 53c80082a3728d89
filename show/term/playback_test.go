package term

import (
	"testing"
	"time"

	"agon/game"
	"agon/show/film"
)

// strip returns a film of a number of shots, two turns per round, of a finished game or of one that is still being played.
func strip(shots int, done bool) *film.Film {
	f := film.New(film.Info{Title: "Strip"})
	for i := range shots {
		f.Append(film.Shot{Turn: i, Round: i / 2, Frame: &game.Frame{}})
	}
	if done {
		f.End("", 0)
	}
	return f
}

func TestTapePlays(t *testing.T) {
	for _, tt := range []struct {
		name    string
		film    *film.Film
		from    playback
		ticks   []time.Duration
		at      int
		playing bool
	}{
		{"ten a second", strip(100, true), playback{speed: 10, playing: true}, []time.Duration{time.Second}, 10, true},
		{"parts of a shot add up", strip(100, true), playback{speed: 10, playing: true}, []time.Duration{70e6, 70e6, 70e6}, 2, true},
		{"paused", strip(100, true), playback{speed: 10}, []time.Duration{time.Second}, 0, false},
		{"stops at the end", strip(5, true), playback{speed: 10, playing: true}, []time.Duration{time.Second}, 4, false},
		{"waits at the newest shot", strip(5, false), playback{speed: 10, playing: true}, []time.Duration{time.Second}, 4, true},
		{"waits for the deal", strip(0, false), playback{speed: 10, playing: true}, []time.Duration{time.Second}, 0, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tp := tt.from
			tp.film = tt.film
			for _, d := range tt.ticks {
				tp.tick(d)
			}
			if tp.at != tt.at || tp.playing != tt.playing {
				t.Errorf("at %d, playing %v; not %d, %v", tp.at, tp.playing, tt.at, tt.playing)
			}
		})
	}
}

func TestTapeAfterWaitingDoesNotCatchUp(t *testing.T) {
	f := strip(3, false)
	tp := playback{film: f, speed: 10, playing: true}
	tp.tick(time.Hour)
	for i := range 100 {
		f.Append(film.Shot{Turn: 3 + i, Frame: &game.Frame{}})
	}
	tp.tick(100 * time.Millisecond)
	if tp.at != 3 {
		t.Errorf("after an hour of waiting it jumps to shot %d", tp.at)
	}
}

func TestTapeMoves(t *testing.T) {
	for _, tt := range []struct {
		name    string
		move    func(*playback)
		at      int
		playing bool
	}{
		{"step back pauses", func(t *playback) { t.step(-1) }, 4, false},
		{"step on", func(t *playback) { t.step(10) }, 15, false},
		{"not before the deal", func(t *playback) { t.step(-10) }, 0, false},
		{"not behind the end", func(t *playback) { t.step(100) }, 19, false},
		{"the first shot after round 7", func(t *playback) { t.round(7) }, 14, false},
		{"a round that will never be", func(t *playback) { t.round(99) }, 19, false},
		{"the end", func(t *playback) { t.end() }, 19, false},
		{"play again from the end", func(t *playback) { t.end(); t.toggle() }, 0, true},
		{"pause", func(t *playback) { t.toggle() }, 5, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tp := &playback{film: strip(20, true), at: 5, playing: true}
			tt.move(tp)
			if tp.at != tt.at || tp.playing != tt.playing {
				t.Errorf("at %d, playing %v; not %d, %v", tp.at, tp.playing, tt.at, tt.playing)
			}
		})
	}
}

func TestEndFollowsALiveGame(t *testing.T) {
	f := strip(20, false)
	tp := &playback{film: f}
	tp.end()
	if !tp.playing || !tp.live() {
		t.Error("End does not follow the game")
	}
}

func TestHistory(t *testing.T) {
	f := film.New(film.Info{})
	for i := range 10 {
		s := film.Shot{Turn: i, Round: i, Frame: &game.Frame{}}
		if i == 2 || i == 5 || i == 8 {
			s.Faults = []game.FaultAt{{Turn: i - 1, Seat: 1, Why: game.Late}}
		}
		if i == 5 {
			s.Faults = append(s.Faults, game.FaultAt{Turn: 4, Seat: 0, Why: game.Crashed})
		}
		f.Append(s)
	}
	var h history
	h.learn(f)
	h.learn(f)
	if got := h.counts(5); len(got) != 2 || got[0] != (count{1, 2, game.Late}) || got[1] != (count{0, 1, game.Crashed}) {
		t.Errorf("up to shot 5: %v", got)
	}
	if got := h.bySeat(9, 2); got[0] != 1 || got[1] != 3 {
		t.Errorf("by seat: %v", got)
	}
	if got := h.last(5, 2); len(got) != 2 || got[1].fault.Why != game.Crashed {
		t.Errorf("the last two: %v", got)
	}
	for from, want := range map[int][2]int{0: {2, 0}, 2: {5, 2}, 3: {5, 2}, 8: {8, 5}, 9: {9, 8}} {
		if h.next(from) != want[0] || h.before(from) != want[1] {
			t.Errorf("from shot %d: next %d, before %d; not %v", from, h.next(from), h.before(from), want)
		}
	}
}
