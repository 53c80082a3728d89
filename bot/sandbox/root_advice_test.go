//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWhatRootWouldAdd(t *testing.T) {
	two := t.TempDir()
	if err := os.WriteFile(filepath.Join(two, "cgroup.controllers"), []byte("cpu memory pids\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		usable []Level
		groups []hierarchy
		want   []string
		not    []string
	}{
		{"control groups 1", []Level{Namespaces, Landlock}, []hierarchy{{"/cg", "/cg", "rw,memory"}},
			[]string{"level full, where the kernel instead of agon enforces the limits", "a separate user ID"},
			[]string{"systemd-run", "namespaces, where"}},
		{"control groups 2", []Level{Namespaces}, []hierarchy{{two, two, ""}},
			[]string{"level full, where", "systemd-run --user --scope -p Delegate=yes"}, nil},
		{"control groups 2, delegated", []Level{Full, Namespaces}, []hierarchy{{two, two, ""}},
			[]string{"as root agon would have: a separate user ID"}, []string{"level full", "systemd-run"}},
		{"no control groups, no namespaces for users", []Level{Landlock}, nil,
			[]string{"no level full: this system has no control groups", "namespaces, if only this user"}, nil},
	} {
		var levels []LevelReport
		for _, l := range tt.usable {
			levels = append(levels, LevelReport{Level: l, Usable: true})
		}
		got := rootAdds(levels, tt.groups)
		for _, w := range tt.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q does not say %q", tt.name, got, w)
			}
		}
		for _, w := range tt.not {
			if strings.Contains(got, w) {
				t.Errorf("%s: %q says %q", tt.name, got, w)
			}
		}
	}
	if os.Geteuid() == 0 && Probe().Root != "" || os.Geteuid() != 0 && Probe().Root == "" {
		t.Errorf("root and nobody else needs no advice: %q", Probe().Root)
	}
}
