//go:build !(linux && (amd64 || arm64))

package sandbox

import "agon/bot"

// An Early is a template that was started before a sandbox was open. This system has no templates.
type Early struct{}

// Begin starts nothing.
func Begin(*bot.Template) *Early { return &Early{} }

// Prepare does nothing.
func (s *Sandbox) Prepare(*bot.Template) {}

// Close does nothing.
func (e *Early) Close() {}

// Take does nothing.
func (s *Sandbox) Take(*Early) {}
