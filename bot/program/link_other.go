//go:build !linux

package program

import "agon/bot"

// newLink takes over the pipes of a process. A goroutine reads, because not every system can wait for a pipe with a time limit.
func newLink(p *bot.Process, log *bot.Log, _ bool) (link, error) { return newPumped(p, log), nil }
