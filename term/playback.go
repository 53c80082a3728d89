package term

import (
	"sort"
	"time"

	"agon/film"
)

// The speeds, in shots per second: those of the keys 1, 2 and 3.
const (
	slow  = 10
	swift = 60
	fast  = 1000 // more than any eye wants
)

// A playback is a place in a film and how it moves on.
type playback struct {
	film    *film.Film
	at      int // the shot that is shown
	playing bool
	speed   int // shots per second
	owed    time.Duration
}

// length is how many shots there are, and whether that is all.
func (t *playback) length() (int, bool) { return t.film.Len() }

// shot is what is shown; false before the deal.
func (t *playback) shot() (film.Shot, bool) {
	n, _ := t.length()
	if n == 0 {
		return film.Shot{}, false
	}
	return t.film.Shot(min(t.at, n-1)), true
}

// earlier is a shot before the one that is shown.
func (t *playback) earlier(turns int) (film.Shot, bool) {
	n, _ := t.length()
	if i := t.at - turns; i >= 0 && i < n {
		return t.film.Shot(i), true
	}
	return film.Shot{}, false
}

// tick plays for so long. At the end of what there is it waits, and stops once there is no more to come.
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

// toggle plays or pauses; at the end of the film it plays again from the deal.
func (t *playback) toggle() {
	n, done := t.length()
	t.playing = !t.playing
	t.owed = 0
	if t.playing && done && t.at >= n-1 {
		t.at = 0
	}
}

// step pauses and goes so many shots on, or back.
func (t *playback) step(shots int) { t.to(t.at + shots) }

// to pauses at a shot, or at the nearest there is.
func (t *playback) to(shot int) {
	n, _ := t.length()
	t.at, t.playing = min(max(shot, 0), max(n-1, 0)), false
}

// end goes to the last shot, and follows what is still being played.
func (t *playback) end() {
	n, done := t.length()
	t.to(n - 1)
	t.playing = !done
}

// round goes to the first shot after so many rounds.
func (t *playback) round(round int) {
	n, _ := t.length()
	t.to(sort.Search(n, func(i int) bool { return t.film.Shot(i).Round >= round }))
}

// live reports whether the newest shot is shown and more will come.
func (t *playback) live() bool {
	n, done := t.length()
	return !done && t.at >= n-1
}
