package attack

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// memories is a bot that does to every memory file it was given what a descriptor allows, in its third turn, and logs what was not refused.
const memories = `
-- memories.py --
import fcntl, mmap, os, sys
from bot_control import Move
SEAL, SHRINK, GROW, WRITE, FUTURE = 1, 2, 4, 8, 16
def given():
    for name in os.listdir("/proc/self/fd"):
        try:
            if "memfd:" in os.readlink("/proc/self/fd/" + name): yield int(name)
        except OSError: pass
def reopened(fd): return os.open("/proc/self/fd/%d" % fd, os.O_RDWR)
deeds = {
    "extend": lambda fd: os.ftruncate(fd, 1 << 30),
    "write behind the end": lambda fd: os.pwrite(fd, bytes(1 << 20), os.fstat(fd).st_size),
    "allocate": lambda fd: os.posix_fallocate(fd, 0, 1 << 30),
    "unseal": lambda fd: fcntl.fcntl(fd, 1033, WRITE | FUTURE),
    "shrink": lambda fd: os.ftruncate(fd, 0),
}
class Memories:
    def get_name(self): return "Memories"
    def get_contributor(self): return "m"
    def determine_next_move(self, grid, enemies, info):
        if info.current_round != 3: return Move.UP
        for fd in given():
            print("given", os.readlink("/proc/self/fd/%d" % fd), file=sys.stderr)
            for name, deed in deeds.items():
                for form, open in (("as given", lambda: fd), ("opened again", lambda: reopened(fd))):
                    try: deed(open())
                    except OSError as e: continue
                    print("done:", name, form, file=sys.stderr)
            try:
                page = mmap.mmap(fd, 4096)
                for i in range(4096): page[i] = 255
                print("scribbled", file=sys.stderr)
            except (OSError, ValueError) as e: pass
        return Move.UP
`

// TestMemoryOfOthers: nothing that a bot does to memory it shares with agon ends agon, gains it memory, or costs another bot a move.
func TestMemoryOfOthers(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no memory is shared on this system")
	}
	for _, level := range []string{"full", "namespaces", "landlock", "none"} {
		t.Run(level, func(t *testing.T) {
			strongest(t, level)
			t.Parallel()
			dir := written(t, memories)
			os.Chmod(filepath.Dir(dir), 0o755) // at level landlock a bot needs the way to its files
			o := agon(t, dir, "run", "colour-battle", "./memories.py", "builtin:steve", "--games", "2", "--set", "rounds=6", "--seed", "5",
				"--sandbox", level, "--out", "cup", "--json")
			if o.Code != 0 && strings.Contains(o.Err, "sandbox level "+level) {
				t.Skip(o.Err)
			}
			var cup struct{ Games int }
			o.decode(t, &cup)
			log, err := os.ReadFile(filepath.Join(dir, "cup", "logs", "000-Memories.jsonl"))
			if err != nil || cup.Games != 2 || !strings.Contains(string(log), "given /memfd:agon-note") {
				t.Errorf("%d games; %v; the bot logged\n%s", cup.Games, err, log)
			}
			if strings.Contains(string(log), "done:") {
				t.Errorf("it could do this:\n%s", log)
			}
			for _, command := range []string{"play", "trial", "check"} {
				if o := agon(t, dir, command, "colour-battle", "./memories.py", "--set", "rounds=6", "--sandbox", level); o.Code != 0 &&
					o.Code != 3 || strings.Contains(o.Err, "SIGBUS") {
					t.Errorf("agon %s exits with %d\n%s", command, o.Code, o.Err)
				}
			}
		})
	}
}
