package fleet

import (
	"strings"
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

// Which games the server executes where other workers judge the rest is about one of twenty, whatever is played twice.
func TestExecutedSample(t *testing.T) {
	t.Parallel()
	const games = 100_000
	s, other := New(queue.Link{}, Options{}), New(queue.Link{}, Options{})
	count, both, twice := 0, 0, 0
	for id := range games {
		if s.lot("execute ", id)%s.execute == 0 {
			count++
			if other.lot("execute ", id)%s.execute == 0 {
				both++
			}
			if s.chosen(id) {
				twice++
			}
		}
	}
	if want := games / Executed; count < want*3/4 || count > want*5/4 || both > count/4 || twice > count/4 {
		t.Errorf("of %d games %d are executed, %d of them by another server too, and %d are played twice", games, count, both, twice)
	}
	for sample, want := range map[bool]string{false: `every game that workers report (verify = "all")`,
		true: `one in 20 of the games that workers report, and workers execute those of the others (verify = "sample"): where a quarter of ` +
			`the workers are accomplices, one forged game passes with a chance of 24 %, and five with 0.08 %`} {
		if got := Verification(sample); !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
