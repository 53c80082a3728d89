package embedded

import (
	"net"
	"testing"
	"time"
)

// TestNobodyKeepsOthersOut: whoever connects without end has its part of the connections that begin, and others have theirs.
func TestNobodyKeepsOthersOut(t *testing.T) {
	at := func(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 4222} }
	for name, strangers := range map[string][]net.Addr{
		"an address":              {at("192.0.2.1")},
		"three addresses":         {at("192.0.2.1"), at("192.0.2.2"), at("192.0.2.3")},
		"a network of IPv6":       {at("2001:db8::1"), at("2001:db8::ffff:1"), at("2001:db8::2:ffff:1")},
		"an address in two forms": {at("192.0.2.1"), at("::ffff:192.0.2.1")},
	} {
		w, now, admitted := newWelcome(), time.Now(), 0
		for range 10 {
			for range 500 {
				for _, s := range strangers {
					if w.admits(s, now) {
						admitted++
					}
				}
			}
			for n := range 50 {
				if !w.admits(at("198.51.100.7"), now) {
					t.Fatalf("%s: connection %d from elsewhere is refused", name, n)
				}
			}
			now = now.Add(time.Second)
		}
		if most := 11 * begunOfOne; len(strangers) != 3 && admitted > most || admitted > 3*most {
			t.Errorf("%s: %d connections were admitted in 10 s", name, admitted)
		}
	}
}

// TestAddressesAreForgotten: what is known of addresses is bounded, and they are forgotten after a second.
func TestAddressesAreForgotten(t *testing.T) {
	w, now := newWelcome(), time.Now()
	refused := 0
	for n := range 100_000 {
		if n%300 == 0 {
			now = now.Add(time.Second)
		}
		if !w.admits(&net.TCPAddr{IP: net.IPv4(10, byte(n>>16), byte(n>>8), byte(n))}, now) {
			refused++
		}
		if len(w.of) > addresses {
			t.Fatalf("%d addresses are known", len(w.of))
		}
	}
	if refused > 0 {
		t.Errorf("%d of 300 addresses a second were refused", refused)
	}
}
