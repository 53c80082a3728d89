package embedded

import (
	"maps"
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Connections that begin in a second, of one address and of all. The others are refused before they cost anything, and come again after a
// pause.
const (
	begunOfOne = 100
	begunOfAll = 400
	addresses  = 4096 // that have begun any in the last second; of more, none is admitted
)

// A welcome admits connections that begin: a number of them in a second, and of one address a part of these only, so that nobody keeps all
// others out by connecting without end.
type welcome struct {
	mu  sync.Mutex
	all *rate.Limiter
	of  map[netip.Prefix]*rate.Limiter
}

func newWelcome() *welcome {
	return &welcome{all: rate.NewLimiter(begunOfAll, begunOfAll), of: map[netip.Prefix]*rate.Limiter{}}
}

// admits reports whether a connection from an address may begin now.
func (w *welcome) admits(from net.Addr, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	home := homeOf(from)
	one := w.of[home]
	if one == nil {
		if len(w.of) >= addresses {
			maps.DeleteFunc(w.of, func(_ netip.Prefix, l *rate.Limiter) bool { return l.TokensAt(now) >= begunOfOne })
		}
		if len(w.of) >= addresses {
			return false
		}
		one = rate.NewLimiter(begunOfOne, begunOfOne)
		w.of[home] = one
	}
	return one.AllowN(now, 1) && w.all.AllowN(now, 1)
}

// homeOf returns the address of a machine: that of IPv4, and of IPv6 the network, of whose addresses a machine may have all.
func homeOf(from net.Addr) netip.Prefix {
	tcp, ok := from.(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}
	}
	ip, _ := netip.AddrFromSlice(tcp.IP)
	ip = ip.Unmap()
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64
	}
	home, _ := ip.WithZone("").Prefix(bits)
	return home
}
