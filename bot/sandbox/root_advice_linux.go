//go:build amd64 || arm64

package sandbox

import (
	"os"
	"strings"
)

// asRoot describes what root would have on this machine that this user does not; empty for root.
func asRoot(levels []LevelReport) string {
	if os.Geteuid() == 0 {
		return ""
	}
	all, _ := hierarchies()
	return rootAdds(levels, all)
}

// rootAdds derives that from the levels of an ordinary user and the system's control groups.
func rootAdds(levels []LevelReport, all []hierarchy) string {
	usable := map[Level]bool{}
	for _, l := range levels {
		usable[l.Level] = l.Usable
	}
	var one, two bool
	for _, h := range all {
		one = one || h.has("memory")
		two = two || h.options == "" && lists(h.mount, "cgroup.controllers", "memory") && lists(h.mount, "cgroup.controllers", "pids")
	}
	var adds []string
	switch {
	case usable[Full]:
	case one || two:
		adds = append(adds, "level full, where the kernel instead of agon enforces the limits on memory (shared memory and /tmp "+
			"included), tasks and processor time of each bot's process tree")
	default:
		adds = append(adds, "no level full: this system has no control groups for memory and tasks")
	}
	if !usable[Namespaces] && !usable[Full] {
		adds = append(adds, "namespaces, if only this user may not create them")
	}
	adds = append(adds, "a separate user ID for every bot; here bots run as this user without privileges")
	text := "as root agon would have: " + strings.Join(adds, "; ")
	if two && !usable[Full] {
		text += "\nwithout root, control groups can be delegated: systemd-run --user --scope -p Delegate=yes agon sandbox"
	}
	return text
}
