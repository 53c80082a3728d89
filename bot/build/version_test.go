package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVersions: every interpreter of this machine has a version of one line; native programs have none.
func TestVersions(t *testing.T) {
	tools := &Tools{}
	for _, name := range []string{"java", "node", "mono", "ruby", "php", "lua", "perl", "python3"} {
		path := tools.look(name)
		if path == "" {
			continue
		}
		if version := tools.version(path); !strings.ContainsAny(version, "0123456789") || strings.Contains(version, "\n") ||
			strings.HasPrefix(version, "program ") {
			t.Errorf("the version of %s is %q", name, version)
		}
	}
}

func TestShebang(t *testing.T) {
	for text, want := range map[string]string{
		"#!/usr/bin/env lua\n": "lua", "#!/usr/bin/env -S python3.11 -u\nprint(1)": "python3.11", "#! /bin/sh -e\n": "sh",
		"#!/usr/bin/env": "", "\x7fELF": "", "": "", "#!": "",
	} {
		file := filepath.Join(t.TempDir(), "bot")
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		if got := shebang(file); got != want {
			t.Errorf("%q is run by %q, want %q", text, got, want)
		}
	}
}
