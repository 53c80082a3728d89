package term

import (
	"sort"
	"time"

	"agon/show/film"
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
