package server

import (
	"fmt"
	"strings"

	"agon/internal/sockets"
)

// silent says what is known of a process that does not listen on its port: on which others it listens, where the kernel shows that.
func silent(pid int, why error) string {
	const rule = "which PORT in its environment names"
	if ports := sockets.Listening(pid); len(ports) > 0 {
		return fmt.Sprintf("it listens on port %s, not on port %d of 0.0.0.0 or 127.0.0.1, %s", strings.Join(ports, ", "), Port, rule)
	}
	return fmt.Sprintf("it does not listen on port %d, %s: %v", Port, rule, why)
}
