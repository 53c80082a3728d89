//go:build amd64 || arm64

package sandbox

import (
	"encoding/binary"

	"golang.org/x/sys/unix"

	"agon/bot/sandbox/entry"
)

// startLoopback turns on the loopback device of the program's network, the only device that a new network has.
func (p *plan) startLoopback() {
	const size = 40 // of struct ifreq: a name of 16 bytes, and the flags
	request := make([]byte, size)
	copy(request, "lo")
	binary.NativeEndian.PutUint16(request[unix.IFNAMSIZ:], unix.IFF_UP)
	socket := p.words(0)
	p.do(entry.Root, "open a socket for the loopback device", unix.SYS_SOCKET, number(unix.AF_INET),
		number(unix.SOCK_DGRAM|unix.SOCK_CLOEXEC), number(0)).to(socket)
	p.do(entry.Root, "turn on the loopback device", unix.SYS_IOCTL, what(socket), number(unix.SIOCSIFFLAGS), at(p.bytes(request)))
	p.do(entry.Root, "close the socket", unix.SYS_CLOSE, what(socket))
}
