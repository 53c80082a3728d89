//go:build !linux

package heartbeat

// SharesSession reports whether other processes of this session hold this one up: only Linux schedules by session.
func SharesSession() bool { return false }
