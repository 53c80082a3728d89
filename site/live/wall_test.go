package live

import "testing"

// The screens after the first follow games only while somebody looks.
func TestWall(t *testing.T) {
	w := newWall(quick)
	defer w.Close()
	play(t, w.Dealt, 1)
	showing(t, w.First(), 1)
	for number := 2; number <= Boards; number++ {
		if now, _ := w.Screen(number).Loop.Now(); now.Film != nil {
			t.Errorf("screen %d shows a game, and nobody looks", number)
		}
	}
	w.Look()
	play(t, w.Dealt, 1)
	for number := 2; number <= Boards; number++ {
		showing(t, w.Screen(number), 1)
	}
	if w.Screen(0) != nil || w.Screen(Boards+1) != nil {
		t.Error("there are more screens than boards")
	}
}

// A game of bots that are on another screen is less interesting than one of others.
func TestScreensShowDifferentBots(t *testing.T) {
	w := newWall(quick)
	defer w.Close()
	w.Rank(stage("one", "two", "three", "four"))
	first, second := w.Screen(1), w.Screen(2)
	w.on.set(first, fieldOf([]string{"two", "one"}), "")
	if same, other := second.interest([]string{"one", "two"}), second.interest([]string{"three", "four"}); same >= other {
		t.Errorf("the same bots again %.2f, others %.2f", same, other)
	}
	if own, other := first.interest([]string{"one", "two"}), first.interest([]string{"three", "four"}); own <= other {
		t.Errorf("on the screen itself %.2f, others %.2f", own, other)
	}
}
