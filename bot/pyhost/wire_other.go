//go:build !linux

package pyhost

import (
	"time"

	"agon/bot"
)

// settleLog waits a moment until a bot's output of a game has reached its log.
func (h *host) settleLog(*bot.Log) { time.Sleep(time.Millisecond) }
