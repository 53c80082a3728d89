package reach

import "net/netip"

// reachable are the blocks of public addresses, and unreachable those in them that are none: translations, tunnels, tests and documentation
// (IANA's registries of special-purpose addresses).
var (
	reachable   = prefixes("0.0.0.0/0", "2000::/3")
	unreachable = prefixes("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
		"192.0.0.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4", "2001::/23", "2002::/16")
	documentation = prefixes("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20")
)

func prefixes(texts ...string) (list []netip.Prefix) {
	for _, text := range texts {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}

func in(list []netip.Prefix, a netip.Addr) bool {
	for _, p := range list {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// Public reports whether an address is one that everybody reaches.
func Public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return in(reachable, a) && !in(unreachable, a) && !in(documentation, a)
}

// beyond reports whether an address lies outside this machine and its private networks. Unlike [Public] it takes the addresses of
// documentation for such: no private network has them, and machines that reach registries through a mirror alone are given them for the
// registries' names.
func beyond(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return in(reachable, a) && !in(unreachable, a)
}
