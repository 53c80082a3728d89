package bot

import (
	"fmt"
	"strings"
	"testing"
)

func TestALogKeepsItsBeginningAndItsEnd(t *testing.T) {
	l := NewLog(20)
	all := fmt.Sprint("0123456789", strings.Repeat("x", 100), "abcdefghij")
	if n, err := fmt.Fprint(l, all); n != len(all) || err != nil {
		t.Errorf("wrote %d bytes of %d: %v", n, len(all), err)
	}
	if got := string(l.Text()); !strings.HasPrefix(got, "0123456789") || !strings.HasSuffix(got, "abcdefghij") ||
		!strings.Contains(got, "100 bytes are left out") {
		t.Error(got)
	}
	if got := l.Text(); len(got) != 0 {
		t.Errorf("a log that was emptied holds %q", got)
	}
}

func TestWhatTheHostSaysIsKeptHoweverMuchABotPrints(t *testing.T) {
	l := NewLog(64)
	l.Printf("game %d begins", 1)
	fmt.Fprint(l, strings.Repeat("noise ", 1000))
	l.Printf("turn 7: it crashed")
	fmt.Fprint(l, strings.Repeat("noise ", 1000))
	got := string(l.Text())
	for _, want := range []string{"agon: game 1 begins\n", "agon: turn 7: it crashed\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
}

func TestTheHostsWordsAreBoundedToo(t *testing.T) {
	l := NewLog(64)
	for i := range 10000 {
		l.Printf("fault %d", i)
	}
	if n := len(l.Text()); n > ownSize+1000 {
		t.Errorf("%d bytes", n)
	}
}

func TestTheHostBeginsALine(t *testing.T) {
	l := NewLog(0)
	fmt.Fprint(l, "half a line")
	l.Printf("it crashed")
	fmt.Fprint(l, "\n")
	l.Printf("it is gone")
	if got := string(l.Text()); got != "half a line\nagon: it crashed\n\nagon: it is gone\n" {
		t.Errorf("%q", got)
	}
}
