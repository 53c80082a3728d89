package sandbox

import "time"

// A Usage is what a program and all below it use, whatever confines them.
type Usage struct {
	Spent    time.Duration // processor time; it grows as long as the program lives; 0: the system does not tell
	Memory   int64         // in bytes, at the moment
	Runnable bool          // one of them runs at the moment, or waits for a processor
}
