//go:build linux && (amd64 || arm64)

package sandbox

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/bot/sandbox/entry"
)

// The launcher must not initialise the packages of a large binary: see package entry. A few small ones of the standard library without
// system calls come first, in 0.1 ms.
func TestNothingStartsBeforeTheLauncher(t *testing.T) {
	s := opened(t, Namespaces)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	launcher := &s.platform.(*linux).launcher
	launcher.trace, launcher.stderr = "inittrace=1", w
	ended(t, s, bad(t, "early"))
	launcher.stop()
	w.Close()
	output, _ := io.ReadAll(r)
	begun := 0
	for _, line := range lines(string(output)) {
		f := strings.Fields(line)
		if len(f) < 2 || f[0] != "init" {
			t.Errorf("not a line about a package: %q", line)
			continue
		}
		begun++
		if name := f[1]; name == "os" || name == "time" || strings.Contains(name, ".") || strings.HasPrefix(name, "agon/") {
			t.Errorf("package %s starts before the launcher", name)
		}
	}
	if begun == 0 {
		t.Error("the launcher told of no package")
	}
}

func TestAPlanComesOutAsItWasWritten(t *testing.T) {
	p := newPlan()
	p.cloneWith(0)
	p.message = p.room(8)
	cell1 := p.words(7)
	p.do(entry.Host, "one", 11, number(-1), at(p.text("text")), what(cell1)).to(cell1)
	p.do(entry.Bot, "two", 22).orNot()
	text := p.encode()
	words := make([]uint64, len(text)/8)
	for i := range words {
		for j := 7; j >= 0; j-- {
			words[i] = words[i]<<8 | uint64(text[8*i+j])
		}
	}
	host, root, bot := words[entry.Sections], words[entry.Sections+1], words[entry.Sections+2]
	if host != entry.Header || root != host+entry.StepWords || bot != root || words[entry.End] != bot+entry.StepWords {
		t.Fatalf("sections: %v", words[:entry.Header])
	}
	if one := words[host : host+entry.StepWords]; one[0] != 11 || one[1] != ^uint64(0) || words[one[3]] != 7 || one[7] != 1<<2 ||
		one[8] != one[3] || one[9] != 0 {
		t.Errorf("step one: %v", one)
	}
	if at := words[host+2]; string(text[at:at+5]) != "text\x00" {
		t.Errorf("the pointer leads to %q", text[at:at+5])
	}
	moved := words[words[entry.Relocations]:]
	if moved[0] != 1 || moved[1] != host+2 {
		t.Errorf("relocations: %v", moved)
	}
	if two := words[bot : bot+entry.StepWords]; two[0] != 22 || two[9] != 1 {
		t.Errorf("step two: %v", two)
	}
	if err := p.failure(entry.Bot, bot, uint64(unix.EPERM)); err.Error() != "two: operation not permitted" {
		t.Errorf("a failure of step two: %v", err)
	}
}

func TestHierarchies(t *testing.T) {
	for _, tt := range []struct {
		name, mounts, mine string
		want               []hierarchy
	}{
		{"version 2 alone, in a service", "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n",
			"0::/system.slice/agon.service\n",
			[]hierarchy{{"/sys/fs/cgroup", "/sys/fs/cgroup/system.slice/agon.service", ""}}},
		{"version 1, controllers mounted together",
			"40 1 0:30 / /cg/cpu rw - cgroup cgroup rw,cpu,cpuacct\n41 1 0:31 / /cg/memory rw - cgroup cgroup rw,memory\n",
			"3:memory:/a/b\n2:cpu,cpuacct:/\n",
			[]hierarchy{{"/cg/cpu", "/cg/cpu", "rw,cpu,cpuacct"}, {"/cg/memory", "/cg/memory/a/b", "rw,memory"}}},
		{"a container that sees its own part only", "41 1 0:31 /docker/1 /cg/memory ro - cgroup cgroup rw,memory\n",
			"3:memory:/docker/1/x\n",
			[]hierarchy{{"/cg/memory", "/cg/memory/x", "rw,memory"}}},
		{"a part that this process is not in", "41 1 0:31 /docker/1 /cg/memory ro - cgroup cgroup rw,memory\n", "3:memory:/docker/2\n",
			nil},
	} {
		got := parseHierarchies(tt.mounts, tt.mine)
		if len(got) != len(tt.want) {
			t.Errorf("%s: %+v", tt.name, got)
			continue
		}
		for i := range got {
			if got[i] != tt.want[i] {
				t.Errorf("%s: %+v", tt.name, got[i])
			}
		}
	}
}

// Not every machine has version 2 with controllers, so the test writes its files.
func TestGroupsOfVersion2(t *testing.T) {
	root := t.TempDir()
	own := filepath.Join(root, "user", "scope")
	os.MkdirAll(own, 0o755)
	write := func(name, content string) {
		if err := os.WriteFile(filepath.Join(root, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	h := []hierarchy{{mount: root, own: own}}
	if g, err := findGroups2(h); err == nil {
		t.Errorf("no controllers, and yet %+v", g)
	}
	write("user/cgroup.controllers", "cpu memory pids\n")
	write("user/cgroup.subtree_control", "memory pids\n")
	g, err := findGroups2(h)
	if err != nil || g.(*groups2).folder != filepath.Join(root, "user") {
		t.Fatalf("beside its own group is the place: %+v %v", g, err)
	}
	one, err := g.makeGroup("agon-1", bot.Limits{Memory: 1 << 20, Tasks: 9})
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{"memory.max": "1048576", "memory.swap.max": "0", "memory.oom.group": "1", "pids.max": "10"} {
		if got := text(filepath.Join(root, "user/agon-1", file)); got != want {
			t.Errorf("%s is %q, not %q", file, got, want)
		}
	}
	write("user/agon-1/memory.events", "low 0\nhigh 0\nmax 31\noom 2\noom_kill 1\noom_group_kill 1\n")
	write("user/agon-1/pids.events", "max 0\n")
	write("user/agon-1/cpu.stat", "usage_usec 1500\nuser_usec 1000\n")
	write("user/agon-1/memory.peak", "4096\n")
	used, err := one.cpu()
	if one.hit() != bot.MemoryLimit || used.Microseconds() != 1500 || err != nil || one.peak() != 4096 {
		t.Errorf("hit %v, used %v %v, peak %d", one.hit(), used, err, one.peak())
	}
	if one.starved() {
		t.Error("its own limit was what it was killed for")
	}
	write("user/agon-1/memory.events", "low 0\nhigh 0\nmax 31\noom 0\noom_kill 1\noom_group_kill 0\n")
	if !one.starved() || one.hit() != 0 {
		t.Errorf("killed while it was within its limit: hit %v", one.hit())
	}
}

func TestALauncherThatDiedIsReplaced(t *testing.T) {
	nothingLeft(t)
	s := opened(t, Namespaces)
	for range 3 {
		if o := ended(t, s, bad(t, "ended", "3")); o.exit.Code != 3 {
			t.Errorf("%+v", o.exit)
		}
		unix.Kill(s.platform.(*linux).launcher.id, unix.SIGKILL)
	}
}

func TestManyStartAtOnce(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				p, err := s.start(bad(t, "ended", fmt.Sprint(i)))
				if err != nil {
					t.Error(err)
					return
				}
				defer p.Close()
				if e := p.Wait(); e.Code != i {
					t.Errorf("program %d: %+v", i, e)
				}
			})
		}
		all.Wait()
	})
}

// Even without controllers, a hierarchy of version 2 shows that programs are started in their groups and can be killed through them.
func TestBirthIntoAGroupOfVersion2(t *testing.T) {
	nothingLeft(t)
	s := opened(t, Namespaces)
	all, err := hierarchies()
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range all {
		if h.options == "" && unix.Access(h.own, unix.W_OK) == nil {
			s.platform.(*linux).groups = &groups2{h.own}
			c := bad(t, "ignore")
			c.Limits.Memory, c.Limits.Tasks = 0, 0
			bornIntoGroup(t, s, c)
			return
		}
	}
	t.Skip("no control groups of version 2 that may be written")
}

func bornIntoGroup(t *testing.T, s *Sandbox, c bot.Command) {
	p := grow(t, s, c)
	defer p.Close()
	own := p.box.group.(*group2)
	if n := len(strings.Fields(text(filepath.Join(own.folder, "cgroup.procs")))); n != 2 {
		t.Errorf("%d processes are in the group, not pid 1 and the program", n)
	}
	if used := p.CPU(); used == 0 {
		t.Error("it used no processor time")
	}
	own.kill()
	if e := p.Wait(); e.Signal != unix.SIGKILL || e.Killed {
		t.Errorf("killed by its group: %+v", e)
	}
}

// The filter is a binary search: it must find every call that has a verdict, and no other.
func TestTheFilterFindsEveryVerdict(t *testing.T) {
	b := search(filtering{}.verdicts())
	want := map[uint32]uint32{}
	for _, v := range (filtering{}).verdicts() {
		want[v.call] = v.bpf[len(v.bpf)-1].K
		if v.bpf[0].Code == unix.BPF_LD|unix.BPF_W|unix.BPF_ABS {
			want[v.call] = 0 // it continues with an argument
		}
	}
	for call := range uint32(600) {
		got := follows(b, call)
		if w, there := want[call]; there && got != w || !there && got != pass {
			t.Errorf("call %d: %#x", call, got)
		}
	}
}

// follows runs the jumps of a filter for a call, and returns the verdict, or 0 where the filter reads an argument.
func follows(b bpf, call uint32) uint32 {
	for i := 0; ; i++ {
		ins := b[i]
		yes := false
		switch ins.Code {
		case unix.BPF_RET | unix.BPF_K:
			return ins.K
		case unix.BPF_JMP | unix.BPF_JA:
			i += int(ins.K)
			continue
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			yes = call == ins.K
		case unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K:
			yes = call >= ins.K
		default:
			return 0
		}
		if yes {
			i += int(ins.Jt)
			continue
		}
		i += int(ins.Jf)
	}
}
