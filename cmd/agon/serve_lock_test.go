package main

import (
	"os"
	"testing"

	"agon/internal/tier"
)

// TestOneServer: a server that starts while another one on its folder ends waits for it, and its contests go on.
func TestOneServer(t *testing.T) {
	tier.Long(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	s.writeContest("evening", evening)
	s.start()
	olga := s.join(s.invited, "Olga")
	olga.post("/c/evening/start")
	until := func(says string) {
		t.Helper()
		olga.until("/c/evening", says, ">stopped<")
	}
	until("as of <time")
	before := s.cmd
	before.Process.Signal(os.Interrupt)
	s.start()
	defer s.stop()
	before.Wait()
	until(">running<")
}
