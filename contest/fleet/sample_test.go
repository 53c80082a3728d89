package fleet

import (
	"testing"

	"agon/contest/queue"
)

// Which games are played twice is about one in fifty, always the same ones for a server, and others for the next, so that no worker can
// know them.
func TestSample(t *testing.T) {
	t.Parallel()
	const games = 100_000
	one, two := New(queue.Link{}, Options{}), New(queue.Link{}, Options{})
	two.run = one.run // the names of its orders, which workers see
	count, both := 0, 0
	for id := range games {
		first := one.chosen(id)
		if first != one.chosen(id) {
			t.Fatalf("game %d is in the sample and is not", id+1)
		}
		if first {
			count++
			if two.chosen(id) {
				both++
			}
		}
	}
	if want := games / sampled; count < want*3/4 || count > want*5/4 {
		t.Errorf("%d of %d games are in the sample, want about %d", count, games, want)
	}
	if both > count/4 {
		t.Errorf("%d of %d games of the sample are in another server's too", both, count)
	}
}
