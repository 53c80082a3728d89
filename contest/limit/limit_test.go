package limit

import (
	"strings"
	"testing"
	"time"
)

func TestLimit(t *testing.T) {
	for _, tt := range []struct {
		name string
		s    Shares
		what string
		says string // in its sentence
	}{
		{"nothing is said before a second", Shares{Span: 900 * time.Millisecond, Cores: 4, Playing: 1}, "", ""},
		{"cores that are busy: the bots", Shares{Cores: 8, Playing: 0.93, Open: 1, Verification: 0.2, Ledger: 0.1}, "bots",
			"8 cores have games 93 % of the time"},
		{"verification takes all time, and workers wait", Shares{Cores: 8, Playing: 0.4, Open: 1, Verification: 0.97, Reports: 31},
			"verification", "97 % of the time, and 31 wait"},
		{"verification takes all time, though workers are busy", Shares{Cores: 8, Playing: 1, Open: 1, Verification: 0.9}, "verification",
			"90 %"},
		{"what waits behind a slow ledger is not the cause", Shares{Cores: 8, Playing: 0.1, Open: 1, Verification: 0.85, Ledger: 0.88},
			"ledger", "stored 88 % of the time"},
		{"cores wait though games are open: the network", Shares{Cores: 8, Playing: 0.35, Open: 0.9, Verification: 0.3}, "network",
			"wait 65 % of the time for orders or files"},
		{"cores wait and no game is open: the plan", Shares{Cores: 8, Playing: 0.35, Open: 0.2}, "plan", "cores wait 65 %"},
		{"no worker", Shares{Open: 1}, "workers", "no core takes games"},
		{"no worker any more, while what they sent is verified", Shares{Open: 1, Verification: 0.95, Reports: 200}, "verification",
			"200 wait"},
	} {
		if tt.s.Span == 0 {
			tt.s.Span = time.Minute
		}
		what, sentence := tt.s.Limit()
		if what != tt.what || !strings.Contains(sentence, tt.says) {
			t.Errorf("%s: %s, %q; want %s, %q", tt.name, what, sentence, tt.what, tt.says)
		}
	}
}

// A meter weighs samples by the time since the one before, forgets what is long ago, and begins anew after a pause.
func TestMeter(t *testing.T) {
	var m Meter
	at := time.Now()
	sample := func(seconds, playing int) {
		for range seconds {
			at = at.Add(time.Second)
			m.Sample(at, 4, playing, true)
		}
	}
	sample(6, 4)
	sample(5, 0)
	if s := m.Shares(); s.Playing < 0.45 || s.Playing > 0.55 || s.Span != 10*time.Second || s.Open != 1 {
		t.Errorf("half of the time they played: %+v", s)
	}
	sample(60, 0)
	s := m.Shares()
	if what, _ := s.Limit(); what != "network" || s.Playing > 0.01 {
		t.Errorf("they played long ago: %s, %+v", what, s)
	}
	m.Sample(at, 9, 9, false)
	if m.Shares() != s {
		t.Error("a sample of no time counts")
	}
	at = at.Add(time.Hour)
	sample(3, 4)
	s = m.Shares()
	if what, _ := s.Limit(); what != "bots" || s.Playing != 1 {
		t.Errorf("another run: %s, %+v", what, s)
	}
}

func TestWatch(t *testing.T) {
	var m Meter
	at := time.Now()
	m.Sample(at, 4, 4, true)
	m.Storing.Since(at.Add(-time.Hour))
	if n, spent := m.Storing.Times.Load(), m.Storing.Time(); n != 1 || spent < time.Hour {
		t.Errorf("%d times, %v", n, spent)
	}
	m.Sample(at.Add(2*time.Second), 4, 4, true)
	s := m.Shares()
	if what, _ := s.Limit(); what != "ledger" || s.Ledger != 1 {
		t.Errorf("%s, %+v", what, s)
	}
}
