package run

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"agon/format/tournament"
)

// Cores that take games one by one end together: near the end each takes only its share of what is left, and the games that another has
// nearly finished count for little.
func TestCoresEndTogether(t *testing.T) {
	for _, tt := range []struct {
		name       string
		games      int
		lanes      int
		one, other time.Duration // of a game on each core, if it is the only one there
		most       time.Duration // between the ends of the cores
	}{
		{"as many games as lanes", 8, 4, time.Second, time.Second, 0},
		{"batches", 24, 4, time.Second, time.Second, 0},
		{"a slow core", 24, 4, time.Second, 1300 * time.Millisecond, 1300 * time.Millisecond},
		{"one lane", 25, 1, time.Second, 1100 * time.Millisecond, 1100 * time.Millisecond},
		{"more lanes than games", 9, 32, time.Second, time.Second, time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBacklog(2)
				for id := range tt.games {
					b.open = append(b.open, tournament.Fixture{ID: id, Seats: []int{0, 1}})
				}
				began := time.Now()
				ends := make(chan time.Duration, 2)
				for _, each := range []time.Duration{tt.one, tt.other} {
					go func() {
						playLanes(b, tt.lanes, each)
						ends <- time.Since(began)
					}()
					synctest.Wait()
				}
				first, last := <-ends, <-ends
				if apart := last - first; apart > tt.most {
					t.Errorf("the cores end %v apart", apart)
				}
				if len(b.open)+len(b.out) > 0 {
					t.Errorf("%d games are open and %d are out", len(b.open), len(b.out))
				}
			})
		})
	}
}

// playLanes plays all it can get like a core: its games share its time.
func playLanes(b *backlog, lanes int, each time.Duration) {
	const steps = 100
	for {
		b.mu.Lock()
		empty := len(b.open) == 0
		b.mu.Unlock()
		if empty {
			return
		}
		job, _ := b.takeJob()
		left := map[int]int{} // steps by fixture
		for _, f := range job.Fixtures {
			left[int(f.ID)] = steps
		}
		for len(left) > 0 {
			for len(left) < lanes {
				f, ok := b.anotherFixture(job)
				if !ok {
					break
				}
				left[f.ID] = steps
			}
			time.Sleep(each / steps * time.Duration(len(left)))
			for id := range left {
				if left[id]--; left[id] == 0 {
					delete(left, id)
					b.came(id)
				}
			}
		}
		b.ended(job.Number)
	}
}

// TestGamesOfWorkersAreCounted: those that another machine took and that have no result are given up when a run ends, whether the machine
// has already gone or not.
func TestGamesOfWorkersAreCounted(t *testing.T) {
	b := newBacklog(1)
	for id := range 4 {
		b.open = append(b.open, tournament.Fixture{ID: id, Seats: []int{0, 1}})
	}
	count := func(want int) {
		t.Helper()
		if got := b.remoteGames(); got != want {
			t.Errorf("workers have %d games, not %d", got, want)
		}
	}
	count(0)
	job, ok := b.takeRemote(t.Context(), 3, func([]int) bool { return true })
	if !ok || len(job.Fixtures) == 0 {
		t.Fatal("there is no job")
	}
	had := len(job.Fixtures)
	count(had)
	b.came(int(job.Fixtures[0].ID))
	count(had - 1)
	b.ended(job.Number)
	count(had - 1)
	for len(b.open) > 0 { // this machine plays them now
		if _, ok := b.takeJob(); !ok {
			t.Fatal("there is no job")
		}
	}
	count(0)
}

// TestAJobIsAdopted: another machine keeps the games that it plays if all of them are open and are played as it plays them.
func TestAJobIsAdopted(t *testing.T) {
	fixture := func(id int, seats ...int) tournament.Fixture { return tournament.Fixture{ID: id, Seats: seats} }
	games := func(list ...tournament.Fixture) map[int]tournament.Fixture {
		of := map[int]tournament.Fixture{}
		for _, f := range list {
			of[f.ID] = f
		}
		return of
	}
	retired := map[int]string{2: "it is retired"}
	for name, tt := range map[string]struct {
		has    map[int]tournament.Fixture
		absent map[int]string
		closed bool
		ok     bool
	}{
		"open games":         {games(fixture(3, 0, 1), fixture(5, 1, 0)), nil, false, true},
		"the first":          {games(fixture(0, 0, 1)), nil, false, true},
		"one with a result":  {games(fixture(3, 0, 1), fixture(9, 0, 1)), nil, false, false},
		"other seats":        {games(fixture(3, 1, 0)), nil, false, false},
		"a bot that retired": {games(fixture(4, 2, 1)), nil, false, false},
		"that was known":     {games(fixture(4, 2, 1)), retired, false, true},
		"the stage is over":  {games(fixture(3, 0, 1)), nil, true, false},
	} {
		b := newBacklog(1)
		b.absent = func(f tournament.Fixture) map[int]string {
			if f.Seats[0] == 2 {
				return retired
			}
			return nil
		}
		all := []tournament.Fixture{fixture(0, 0, 1), fixture(1, 1, 0), fixture(2, 0, 1), fixture(3, 0, 1), fixture(4, 2, 1),
			fixture(5, 1, 0)}
		b.offer(all)
		if tt.closed {
			b.close()
		}
		job, ok := b.adopt(tt.has, tt.absent)
		if ok != tt.ok || ok && (len(b.out) != len(tt.has) || !b.hasRemote()) || !ok && len(b.out) > 0 {
			t.Errorf("%s: adopted: %v, %d are out", name, ok, len(b.out))
		}
		var open []int
		for _, f := range b.open {
			open = append(open, f.ID)
		}
		if ok && len(open)+len(tt.has) != len(all) || !slices.IsSorted(open) {
			t.Errorf("%s: games %v are open", name, open)
		}
		if b.ended(job); ok && len(b.open) != len(all) {
			t.Errorf("%s: %d games are open after the job", name, len(b.open))
		}
	}
}
