// Package sockets reads what the kernel shows of the TCP sockets of a network: that of a process, which may be another one than this
// process is in. On other systems than Linux it shows nothing.
package sockets

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// A Socket is a TCP socket of IPv4 or IPv6.
type Socket struct {
	Local, Remote uint64 // ports; Remote is 0 while it listens
	Inode         uint64 // 0: no program has it open, as a connection that is not accepted yet
}

// Of returns the sockets of the network that a process is in.
func Of(pid int) (list []Socket) {
	for _, family := range []string{"tcp", "tcp6"} {
		table, _ := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, family))
		for line := range strings.Lines(strings.ReplaceAll(string(table), ":", " ")) {
			var s Socket
			var none string
			n, _ := fmt.Sscanf(line, "%s %s %x %s %x %s %s %s %s %s %s %s %s %d", &none, &none, &s.Local, &none, &s.Remote, &none,
				&none, &none, &none, &none, &none, &none, &none, &s.Inode)
			if n == 14 {
				list = append(list, s)
			}
		}
	}
	return list
}

// Listening returns the ports on which the programs of a network listen, each once.
func Listening(pid int) (ports []string) {
	for _, s := range Of(pid) {
		if port := fmt.Sprint(s.Local); s.Remote == 0 && !slices.Contains(ports, port) {
			ports = append(ports, port)
		}
	}
	return ports
}

// Underway reports whether packets between programs of this machine have been sent and not yet delivered: the kernel hands them over before
// the sender goes on, except when it is overloaded.
func Underway() bool {
	const backlog = 11
	table, _ := os.ReadFile("/proc/net/softnet_stat")
	for line := range strings.Lines(string(table)) {
		if words := strings.Fields(line); len(words) > backlog && strings.Trim(words[backlog], "0") != "" {
			return true
		}
	}
	return false
}
