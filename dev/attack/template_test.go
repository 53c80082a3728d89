package attack

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// An interpreter that fails as the process from which bots are forked, and as nothing else.
const unforkable = `
-- python.sh --
#!/bin/sh
case "$*" in *'A launcher of class hosts'*) exit 1 ;; esac
exec /usr/bin/python3 "$@"
-- calm.py --
` + calmClass

// TestATemplateThatFailed: where the interpreter to fork Python bots from fails, they start by themselves, and one line says so and why.
func TestATemplateThatFailed(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("bots are forked on Linux only")
	}
	t.Parallel()
	dir := written(t, unforkable)
	os.Chmod(dir, 0o755)
	os.Chmod(filepath.Dir(dir), 0o755)
	o := agon(t, dir, "play", "colour-battle", "./calm.py", "./calm.py", "--set", "rounds=3", "--seed", "1", "--python",
		filepath.Join(dir, "python.sh"))
	if strings.Contains(o.Err, "no sandbox") {
		t.Skip(o.Err)
	}
	note := regexp.MustCompile(`(?m)^agon: Python bots start more slowly, each with an interpreter of its own: the one to fork them from \(.*python.sh\) failed: it ended, or closed its socket, before the bot ran$`)
	if o.Code != 0 || len(note.FindAllString(o.Err, -1)) != 1 || !strings.Contains(o.Out, "Calm-2") || strings.Contains(o.Out, "crashed") {
		t.Errorf("exits with %d\n%s\n%s", o.Code, o.Out, o.Err)
	}
}
