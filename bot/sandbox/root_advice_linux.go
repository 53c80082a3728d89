//go:build amd64 || arm64

package sandbox

import (
	"os"
	"strings"
)

// asRoot says in a sentence for each what root would have here that this user has not; empty for root.
func asRoot(levels []LevelReport) string {
	if os.Geteuid() == 0 {
		return ""
	}
	all, _ := hierarchies()
	return rootAdds(levels, all)
}

// rootAdds compares what levels an ordinary user has with the control groups of the system.
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
		adds = append(adds, "level full, where the kernel limits the memory, the tasks and the time of each bot's tree, shared memory and /tmp included, instead of agon looking at it")
	default:
		adds = append(adds, "no level full: this system has no control groups for memory and tasks")
	}
	if !usable[Namespaces] && !usable[Full] {
		adds = append(adds, "namespaces, where only this user may not create them")
	}
	adds = append(adds, "a user of its own for every bot; here bots are this user without rights")
	text := "as root agon would have: " + strings.Join(adds, "; ")
	if two && !usable[Full] {
		text += "\nwithout root, control groups can be delegated: systemd-run --user --scope -p Delegate=yes agon sandbox"
	}
	return text
}
