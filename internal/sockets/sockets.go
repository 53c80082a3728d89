// Package sockets reads what the kernel shows of the TCP sockets of a network: of a process that may be in another one than this process. On
// other systems than Linux it shows nothing.
package sockets

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// A Socket is a TCP socket of IPv4 or IPv6.
type Socket struct {
	Local, Remote uint64 // ports
	Listens       bool
	Inode         uint64 // 0: no program has it open, as a connection that is not accepted yet
}

// Of returns the sockets of the network that a process is in.
func Of(pid int) (list []Socket) {
	for _, family := range []string{"tcp", "tcp6"} {
		table, _ := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, family))
		for line := range strings.Lines(string(table)) {
			const local, remote, state, inode, listens = 1, 2, 3, 9, "0A"
			words := strings.Fields(line)
			if len(words) <= inode || words[0] == "sl" {
				continue
			}
			s := Socket{Local: port(words[local]), Remote: port(words[remote]), Listens: words[state] == listens}
			s.Inode, _ = strconv.ParseUint(words[inode], 10, 64)
			list = append(list, s)
		}
	}
	return list
}

// port returns the port of an address in hexadecimal digits.
func port(address string) uint64 {
	_, digits, _ := strings.Cut(address, ":")
	n, _ := strconv.ParseUint(digits, 16, 16)
	return n
}

// Listening returns the ports on which the programs of a network listen, in decimal digits, each once.
func Listening(pid int) (ports []string) {
	for _, s := range Of(pid) {
		if digits := strconv.FormatUint(s.Local, 10); s.Listens && !strings.Contains(" "+strings.Join(ports, " ")+" ", " "+digits+" ") {
			ports = append(ports, digits)
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
