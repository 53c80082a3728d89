package fleet

import (
	"crypto/sha256"
	"runtime"
	"time"

	"agon/bot"
)

// Calibrate returns the processor time of a fixed program on this machine: the shortest of several, so that a busy neighbour, with whom it
// shares the processor, disturbs it little. Where processor time is unknown it is wall time. It takes about a fifth of a second on an idle
// machine.
func Calibrate() time.Duration { return leastOf(12) }

// Remeasure returns what [Calibrate] does, of few attempts: it takes about a twentieth of a second, and is called while bots play.
func Remeasure() time.Duration { return leastOf(3) }

func leastOf(attempts int) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	least := time.Hour
	for range attempts {
		begun, before := time.Now(), bot.ThreadCPU()
		work()
		took := time.Since(begun)
		if after := bot.ThreadCPU(); before >= 0 && after >= 0 {
			took = after - before
		}
		least = min(least, took)
	}
	return least
}

// Slowest is the least speed of a worker's processor compared with the server's. Time limits are longer on slower ones, but what takes its
// time on disks and in starts does not grow with them.
const Slowest = 0.67

// same is the least speed at which time limits stay as they are: a calibration varies by some per cent from one to the next.
const same = 0.9

// Slowness returns how many times as long time limits are on a machine as on the one that they are meant for, from the calibrations of
// both: 1 on one that is as fast or faster, where bots that measure their own time go on as before, and where a calibration is unknown; at
// most 1 / [Slowest].
func Slowness(here, meant time.Duration) float64 {
	if here <= 0 || meant <= 0 || meant.Seconds()/here.Seconds() >= same {
		return 1
	}
	return min(here.Seconds()/meant.Seconds(), 1/Slowest)
}

// work is the fixed program: it branches, walks through memory, and hashes, as bots do.
func work() (sum uint64) {
	var table [1 << 16]uint32
	x := uint32(2463534242)
	for range 1 << 20 {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		if slot := &table[x&0xffff]; *slot&1 == 0 {
			*slot += x
		} else {
			*slot ^= x
		}
	}
	block := make([]byte, 1<<16)
	for i := range block {
		block[i] = byte(table[i])
	}
	for range 16 {
		h := sha256.Sum256(block)
		copy(block, h[:])
		sum += uint64(h[0])
	}
	return sum
}
