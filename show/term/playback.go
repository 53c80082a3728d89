package term

import (
	"fmt"
	"sort"
	"time"

	"agon/show/film"

	tea "charm.land/bubbletea/v2"
)

// The speeds of the keys 1, 2 and 3, in shots per second.
const (
	slow  = 10
	swift = 60
	fast  = 1000 // more than anyone can follow
)

// A playback is a position in a film and how it advances.
type playback struct {
	film    *film.Film
	at      int // the shot that is shown
	playing bool
	speed   int // shots per second
	owed    time.Duration
}

// length returns the number of shots so far, and whether the film is complete.
func (t *playback) length() (int, bool) { return t.film.Len() }

// shot returns the shot that is shown, or false before the deal.
func (t *playback) shot() (film.Shot, bool) {
	n, _ := t.length()
	if n == 0 {
		return film.Shot{}, false
	}
	return t.film.Shot(min(t.at, n-1)), true
}

// earlier returns the shot that many turns before the one that is shown, or false if there is none.
func (t *playback) earlier(turns int) (film.Shot, bool) {
	n, _ := t.length()
	if i := t.at - turns; i >= 0 && i < n {
		return t.film.Shot(i), true
	}
	return film.Shot{}, false
}

// tick advances by the time passed. At the last shot it waits, and stops once the film is complete.
func (t *playback) tick(passed time.Duration) {
	if !t.playing {
		return
	}
	per := time.Second / time.Duration(max(t.speed, 1))
	t.owed += passed
	due := int(t.owed / per)
	t.owed -= time.Duration(due) * per
	t.at += due
	n, done := t.length()
	if t.at < n-1 {
		return
	}
	t.at, t.owed = max(n-1, 0), 0
	t.playing = !done
}

// toggle plays or pauses. At the end of the film it plays again from the deal.
func (t *playback) toggle() {
	n, done := t.length()
	t.playing = !t.playing
	t.owed = 0
	if t.playing && done && t.at >= n-1 {
		t.at = 0
	}
}

// step pauses and moves by a number of shots, which may be negative.
func (t *playback) step(shots int) { t.to(t.at + shots) }

// to pauses at a shot, or at the nearest one that exists.
func (t *playback) to(shot int) {
	n, _ := t.length()
	t.at, t.playing = min(max(shot, 0), max(n-1, 0)), false
}

// end goes to the last shot, and follows a game that is still being played.
func (t *playback) end() {
	n, done := t.length()
	t.to(n - 1)
	t.playing = !done
}

// round goes to the first shot after a number of rounds.
func (t *playback) round(round int) {
	n, _ := t.length()
	t.to(sort.Search(n, func(i int) bool { return t.film.Shot(i).Round >= round }))
}

// live reports whether the newest shot is shown and more will come.
func (t *playback) live() bool {
	n, done := t.length()
	return !done && t.at >= n-1
}

// rounds returns the number of rounds of the whole game, or 0 if it is unknown.
func (t *playback) rounds() int {
	if n, done := t.length(); done && n > 0 {
		return t.film.Shot(n - 1).Round
	}
	return t.film.Info.Rounds
}

// progress returns the round, and the turn if a round has several.
func (t *playback) progress(shot film.Shot) string {
	words := fmt.Sprintf("%s %d", t.film.Info.Step(), shot.Round)
	if shot.Turn != shot.Round {
		words = fmt.Sprintf("turn %d  ", shot.Turn) + words
	}
	if total := t.rounds(); total > 0 {
		words += fmt.Sprintf("/%d", total)
	}
	return words
}

// pace returns how the film advances, in long or short words.
func (t *playback) pace(long bool) string {
	unit := "/s"
	if long {
		unit = " steps/s"
	}
	n, done := t.length()
	switch {
	case t.live() && t.playing:
		return "live"
	case done && t.at >= n-1:
		return "the end"
	case !t.playing:
		return "paused"
	case t.speed >= fast:
		return "fast"
	}
	return fmt.Sprintf("%d%s", t.speed, unit)
}

// perRound returns the average number of turns per round so far, or 0 before the first round.
func (t *playback) perRound() int {
	n, _ := t.length()
	if n < 2 {
		return 0
	}
	last := t.film.Shot(n - 1)
	if last.Round == 0 {
		return 0
	}
	return (last.Turn + last.Round - 1) / last.Round
}

// tenth returns how many tenths of the game's rounds are over at a shot.
func (t *playback) tenth(shot int) int {
	if total := t.rounds(); total > 0 {
		return t.film.Shot(shot).Round * 10 / total
	}
	return 0
}

// recent is the number of turns over which the time of a move is averaged.
const recent = 100

// averages returns the mean time of each seat's moves over the last turns, in µs, or 0 if none were measured.
func (t *playback) averages() []float64 {
	seats := len(t.film.Info.Seats)
	sum, n := make([]float64, seats), make([]float64, seats)
	for back := range recent {
		shot, ok := t.earlier(back)
		if !ok {
			break
		}
		for seat, took := range shot.Took {
			if took >= 0 && seat < seats {
				sum[seat] += float64(took)
				n[seat]++
			}
		}
	}
	for seat := range sum {
		if n[seat] > 0 {
			sum[seat] /= n[seat]
		}
	}
	return sum
}

// times returns the times of a seat's latest n moves, oldest first, or nil if none were measured.
func (t *playback) times(seat, n int) []float64 {
	var times []float64
	timed := false
	for back := n - 1; back >= 0; back-- {
		shot, ok := t.earlier(back)
		if !ok || seat >= len(shot.Took) || shot.Took[seat] < 0 {
			continue
		}
		timed = true
		times = append(times, max(float64(shot.Took[seat]), 1))
	}
	if !timed {
		return nil
	}
	return times
}

// playAt plays at a speed.
func (t *playback) playAt(speed int) { t.speed, t.playing = speed, true }

// hurry plays fast, and back to the usual speed.
func (t *playback) hurry() {
	if t.speed == fast {
		t.playAt(slow)
		return
	}
	t.playAt(fast)
}

// The ticks per second while playing and while waiting.
const (
	playing = 30
	waiting = 5
)

// beat returns the next tick.
func (t *playback) beat() tea.Cmd {
	rate := waiting
	if t.playing {
		rate = playing
	}
	return tea.Tick(time.Second/time.Duration(rate), func(t time.Time) tea.Msg { return tickMsg(t) })
}
