package pyhost

import (
	"time"

	"golang.org/x/sys/unix"

	"agon/bot"
)

// settleLog waits until a bot's output of a game has reached its log: on a busy host the goroutine that reads it may lack a processor for a
// while. It returns at once if the bot printed nothing.
func (h *host) settleLog(log *bot.Log) {
	const patience, pause = 2 * time.Second, time.Millisecond
	for begun := time.Now(); time.Since(begun) < patience; {
		left := 0
		conn, err := h.process.Err.SyscallConn()
		if err == nil {
			err = conn.Control(func(fd uintptr) { left, _ = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
		}
		if err != nil || left == 0 && log.Total() == 0 {
			return
		}
		time.Sleep(pause)
		if left == 0 {
			return
		}
	}
}
