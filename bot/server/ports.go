package server

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// silent says what is known of a process that does not listen on its port: on which others it listens, where the kernel shows that.
func silent(pid int, why error) string {
	var ports []string
	for _, family := range []string{"tcp", "tcp6"} {
		table, _ := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, family))
		for line := range strings.Lines(string(table)) {
			const listens = "0A"
			words := strings.Fields(line)
			if len(words) < 4 || words[3] != listens {
				continue
			}
			_, hex, _ := strings.Cut(words[1], ":")
			if port, err := strconv.ParseUint(hex, 16, 16); err == nil {
				ports = append(ports, strconv.FormatUint(port, 10))
			}
		}
	}
	const rule = "which PORT in its environment names"
	if len(ports) > 0 {
		return fmt.Sprintf("it listens on port %s, not on port %d of 0.0.0.0 or 127.0.0.1, %s", strings.Join(slices.Compact(ports), ", "),
			Port, rule)
	}
	return fmt.Sprintf("it does not listen on port %d, %s: %v", Port, rule, why)
}
