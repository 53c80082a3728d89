package reach

import (
	"net/netip"
	"testing"
)

func TestPublic(t *testing.T) {
	for text, want := range map[string]bool{
		"140.82.121.4": true, "8.8.8.8": true, "2a00:1450:4001:80e::200e": true, "::ffff:8.8.8.8": true,
		"127.0.0.1": false, "10.1.2.3": false, "192.168.1.1": false, "172.31.255.255": false, "169.254.169.254": false,
		"100.100.100.200": false, "0.0.0.0": false,
		"224.0.0.1": false, "255.255.255.255": false, "::1": false, "::": false, "fe80::1": false, "fe80::1%eth0": false, "fc00::1": false,
		"ff02::1": false, "::ffff:127.0.0.1": false,
		"64:ff9b::7f00:1": false, "2002:7f00:1::": false, "2001:0:1::": false, "::127.0.0.1": false,
	} {
		if got := Public(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s is public: %v", text, got)
		}
	}
}
