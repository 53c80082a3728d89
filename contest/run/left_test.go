package run

import (
	"testing"
	"time"

	"agon/format/tournament"
)

// endless is a format that may have no end.
type endless struct {
	tournament.Format
	is bool
}

func (e endless) Endless() bool    { return e.is }
func (e endless) Limit(int) string { return "" }

// A stage that has no end does not say when it ends: what is planned is its round of play.
func TestLeft(t *testing.T) {
	p := &Progress{Played: 10, Planned: 30, Done: 10, Elapsed: time.Second}
	for is, want := range map[bool]time.Duration{false: 2 * time.Second, true: 0} {
		if got := left(p, endless{is: is}); got != want {
			t.Errorf("endless is %v: %v, want %v", is, got, want)
		}
	}
}
