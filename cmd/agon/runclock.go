package main

import (
	"fmt"
	"sync"

	"agon/internal/heartbeat"
	"agon/play/worker"
)

// strained describes how busy the machine is during a run, or returns "" if it is not busy.
func strained(s worker.StrainReport) string {
	if !s.Busy() {
		return ""
	}
	text := fmt.Sprintf("this machine is busy: other processes delayed %.0f %% of moves; the delay is not charged", 100*float64(s.Held)/float64(s.Moves))
	if sharesSession() {
		text += "; busy processes of this terminal's session share its processor time with agon: run agon in a terminal of its own"
	}
	if s.Waiting {
		text += "; waiting for it to be calmer"
	}
	return text
}

// sharesSession is asked once, when the machine is found to be busy.
var sharesSession = sync.OnceValue(heartbeat.SharesSession)
