//go:build linux

package edit

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5"
)

// wild is a script that leaves what is hard to handle.
const wild = `
mkdir -p bot ~/.cache; echo 'print(1)' > bot/bot.py; echo kept > ~/.cache/x
mkfifo pipe ~/pipe; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
ln -s /etc/passwd out; ln -s ../../bob/workspace rival; ln -s bot/bot.py in; ln -s loop loop; ln -s / root
cp /bin/sh set && chmod 6755 set; chmod 000 bot/bot.py; mkdir locked; echo x > locked/x; chmod 000 locked
touch "$(printf 'odd\377\n name')"; mkdir -p readonly/cache; echo y > readonly/cache/y; chmod -R a-w readonly
python3 -c '
import os
for i in range(300): os.mkdir("deep"); os.chdir("deep")
open("file", "w").write("x")
os.chdir(os.environ["AGON_WORKSPACE"]); os.mkdir("long"); os.chdir("long")
for i in range(10): os.mkdir("n" * 250); os.chdir("n" * 250)
os.chdir(os.environ["AGON_WORKSPACE"]); os.chmod(".", 0)'
echo done
`

// What an agent leaves is tidied, packed, and restored as it was; links lead nowhere, pipes and set-user-ID bits are gone.
func TestSnapshot(t *testing.T) {
	needs(t, "/usr/bin/python3")
	c := newContest(t)
	c.bob(t)
	a := c.agent(t, "ann", wild)
	if r, printed := a.run(t); r.Ended != Done && r.Ended != NoDisk || printed != "done\n" {
		t.Fatalf("%+v %s", r, printed)
	}
	file := filepath.Join(c.dir, "agents/ann/state.tar.zst")
	if err := Snapshot(t.Context(), a.Setup, file); err != nil {
		t.Fatal(err)
	}
	want := listed(t, filepath.Dir(a.Workspace))
	if packed, err := os.ReadFile(file); err != nil || len(packed) > 1<<20 {
		t.Errorf("it has %d bytes, %v", len(packed), err)
	}
	os.WriteFile(filepath.Join(a.Workspace, "later"), nil, 0o644)
	if err := Restore(t.Context(), a.Setup, file); err != nil {
		t.Fatal(err)
	}
	got := listed(t, filepath.Dir(a.Workspace))
	if got != want {
		t.Errorf("restored:\n%s\nwant:\n%s", got, want)
	}
	for _, text := range []string{"workspace/bot/bot.py -rw", "workspace/locked/x ", "workspace/readonly/cache/y ", "home/.cache/x ",
		"workspace/out -> /etc/passwd", "workspace/rival -> ../../bob/workspace", "workspace/loop -> loop", "workspace/set -rwxr-xr-x"} {
		if !strings.Contains(got, text) {
			t.Errorf("no %q in\n%s", text, got)
		}
	}
	for _, text := range []string{"pipe", "socket", "file", "later", ".agon-", "RIVAL"} {
		if strings.Contains(got, text) {
			t.Errorf("%q in\n%s", text, got)
		}
	}
	r, printed := c.agent(t, "ann", "cat in ~/.cache/x; cat out rival/bot.py 2>/dev/null; ls root >/dev/null\n").run(t)
	if r.Ended != Done || !strings.HasPrefix(printed, "print(1)\nkept\n") || strings.Contains(printed, "RIVAL") {
		t.Errorf("%+v %s", r, printed)
	}
	if err := Restore(t.Context(), a.Setup, ""); err != nil || listed(t, a.Workspace)+listed(t, a.Home) != "" {
		t.Errorf("%v: %s", err, listed(t, filepath.Dir(a.Workspace)))
	}
}

// listed returns what is below a folder, but for snapshots.
func listed(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir || strings.HasSuffix(path, ".zst") {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		info, err := d.Info()
		if err != nil {
			return err
		}
		switch mode := info.Mode(); {
		case mode&fs.ModeSymlink != 0:
			target, _ := os.Readlink(path)
			b.WriteString(name + " -> " + target + "\n")
		case mode.IsDir():
			b.WriteString(name + "/\n")
		default:
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "%s %v %v %.20q\n", name, mode, info.ModTime().UTC(), text)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return b.String()
}

// A snapshot of more than the disk's limit is refused, and leaves no file.
func TestLargeSnapshot(t *testing.T) {
	c := newContest(t)
	a := c.agent(t, "ann", "")
	write(t, a.Workspace, map[string]string{"x": strings.Repeat("x", 1<<20)})
	write(t, a.Home, map[string]string{"y": ""})
	a.Limits.Disk = 1 << 20
	file := filepath.Join(c.dir, "state.tar.zst")
	if err := Snapshot(t.Context(), a.Setup, file); err == nil || !strings.Contains(err.Error(), ErrLarge.Error()) {
		t.Error(err)
	}
	if left, _ := filepath.Glob(file + "*"); len(left) > 0 {
		t.Errorf("%q", left)
	}
}

// The repository is committed whatever its agent made of it, and runs nothing of the agent's.
func TestCommit(t *testing.T) {
	c := newContest(t)
	a := c.agent(t, "ann", "")
	write(t, a.Workspace, map[string]string{"bot.py": "print(1)\n"})
	os.MkdirAll(a.Home, 0o755)
	const hostile = `
mkdir -p .git/hooks
for h in pre-commit post-commit post-checkout; do printf '#!/bin/sh\ntouch ~/../ran ran\n' > .git/hooks/$h; chmod +x .git/hooks/$h; done
printf '[core]\nfsmonitor = "touch ran"\n[filter "x"]\nclean = touch ran\n' >> .git/config; echo '* filter=x' > .gitattributes
`
	for i, tt := range []struct{ name, script, note string }{
		{"a first one", "", ""},
		{"a change", "echo 'print(2)' > bot.py", ""},
		{"hooks, filters and programs", hostile, ""},
		{"no head", "rm -rf .git/HEAD", ""},
		{"no objects", "rm -rf .git/objects; echo x > y", "begun anew"},
		{"a damaged index", "echo damaged > .git/index", "begun anew"},
		{"a file", "rm -rf .git; echo 'gitdir: ../../bob/workspace/.git' > .git", "begun anew"},
		{"a link", "rm -rf .git; ln -s ../../bob/workspace/.git .git", "begun anew"},
		{"a pipe", "rm -rf .git; mkfifo .git", ""},
		{"a repository in it", "mkdir -p in/.git; echo x > in/.git/HEAD", ""},
		{"links", "ln -s /etc/passwd out; ln -s nowhere out2; ln -s / out3", ""},
	} {
		if tt.script != "" {
			if r, printed := c.agent(t, "ann", tt.script+"\n").run(t); r.Ended != Done {
				t.Fatalf("%s: %+v %s", tt.name, r, printed)
			}
		}
		note, err := Commit(t.Context(), a.Setup, "round "+tt.name)
		if err != nil || (note == "") != (tt.note == "") || !strings.Contains(note, tt.note) {
			t.Errorf("%d %s: %q, %v", i, tt.name, note, err)
		}
		if got := head(t, a.Workspace); got != "round "+tt.name {
			t.Errorf("%s: the head is %q", tt.name, got)
		}
		if found, _ := filepath.Glob(filepath.Join(c.dir, "agents", "ann", "*ran")); len(found) > 0 {
			t.Errorf("%s: %q", tt.name, found)
		}
		if _, err := os.Lstat(filepath.Join(a.Workspace, "ran")); err == nil {
			t.Errorf("%s: a program of the repository ran", tt.name)
		}
	}
	a.Limits.Disk = 1
	if note, err := Commit(t.Context(), a.Setup, "too large"); err != nil || !strings.Contains(note, "was removed") {
		t.Errorf("%q, %v", note, err)
	}
}

// head returns the message of the last commit.
func head(t *testing.T, dir string) string {
	t.Helper()
	repository, err := git.PlainOpen(dir)
	if err != nil {
		return err.Error()
	}
	ref, err := repository.Head()
	if err != nil {
		return err.Error()
	}
	commit, err := repository.CommitObject(ref.Hash())
	if err != nil {
		return err.Error()
	}
	return commit.Message
}

// A difference shows text by lines, other files by their size, links by where they lead, and no secrets.
func TestDiff(t *testing.T) {
	c := newContest(t)
	c.bob(t)
	a := c.agent(t, "ann", "")
	a.Secrets = Secrets{"ANN_KEY": "ann-secret-123"}
	os.MkdirAll(a.Home, 0o755)
	write(t, a.Workspace, map[string]string{"bot.py": "one\ntwo\nthree\n", "same": "same\n", "gone": "x\n", "feedback/x": "1\n",
		".git/x": "1"})
	file := filepath.Join(c.dir, "state.tar.zst")
	if err := Snapshot(t.Context(), a.Setup, file); err != nil {
		t.Fatal(err)
	}
	write(t, a.Workspace, map[string]string{"bot.py": "one\n2 ann-secret-123\nthree\n", "new": "new\n", "feedback/x": "2\n",
		".git/x": "2", "binary": "\x00", "empty": "", "odd\nname": "x\n", "large": strings.Repeat("x", mostText+1)})
	os.Remove(filepath.Join(a.Workspace, "gone"))
	os.Symlink("../../bob/workspace/bot.py", filepath.Join(a.Workspace, "link"))
	var b bytes.Buffer
	if err := Diff(t.Context(), a.Setup, file, []string{"feedback"}, &b); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for _, want := range []string{
		"--- a/bot.py\n+++ b/bot.py\n", "\n-two\n+2 [ANN_KEY]\n", "--- a/gone\n+++ /dev/null\n", "--- /dev/null\n+++ b/new\n",
		"+link to \"../../bob/workspace/bot.py\"\n", "+1 bytes of ", "--- /dev/null\n+++ b/empty\n", `+++ "b/odd\nname"`,
		"+262145 bytes of ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, text := range []string{"feedback", ".git", "same", "RIVAL", "secret"} {
		if strings.Contains(got, text) {
			t.Errorf("%q in\n%s", text, got)
		}
	}
}
