package attack

import (
	"testing"

	"agon/internal/tier"
)

// TestOwnChildrenAreNotTheHost: a bot that sleeps past its time beside forty busy children of its own is late, and its games stand.
func TestOwnChildrenAreNotTheHost(t *testing.T) {
	tier.Alone(t)
	t.Parallel()
	dir := written(t, `
-- crowd.py --
#!/usr/bin/python3
import os, time
turn = 0
while True:
    n, me = map(int, input().split())
    for _ in range(n):
        input()
    turn += 1
    if turn == 4:
        for _ in range(40):
            if os.fork() == 0:
                end = time.monotonic() + 1
                while time.monotonic() < end:
                    pass
                os._exit(0)
        time.sleep(0.3)
    print("UP" if turn < 3 else "RIGHT", flush=True)
`)
	var got clocks
	o := must(t, dir, "run", "tron", "crowd=./crowd.py", "builtin:voronoi", "--games", "1", "--seed", "9", "--json", "--pages", "0")
	o.decode(t, &got)
	for _, line := range got.Stages[0].Standings {
		if line.Bot == "crowd" && line.Lost_on_time != got.Games {
			t.Errorf("it lost %d of %d games on time\n%s", line.Lost_on_time, got.Games, o.Err)
		}
	}
}

// TestSleepersAreLate: a bot that sleeps past its time is late on a busy host, too.
func TestSleepersAreLate(t *testing.T) {
	tier.Alone(t)
	dir := written(t, riderOf("0", "0.25"))
	busy(t, 8)
	var got clocks
	o := must(t, dir, "run", "tron", "sleeper=./rider.py", "builtin:voronoi", "--games", "1", "--seed", "9", "--set", "first_ms=1000",
		"--set", "width=12", "--set", "height=10", "--json", "--pages", "0")
	o.decode(t, &got)
	for _, line := range got.Stages[0].Standings {
		if line.Bot == "sleeper" && line.Lost_on_time != got.Games {
			t.Errorf("it lost %d of %d games on time\n%s", line.Lost_on_time, got.Games, o.Err)
		}
	}
}
