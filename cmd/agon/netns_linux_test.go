package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/internal/tier"
)

// An otherMachine is a network namespace that a cable joins to this machine. What runs there has an empty home and nothing of this
// machine's environment.
type otherMachine struct {
	t       *testing.T
	name    string
	here    string // address of this machine's end of the cable
	home    string
	program string
}

// newOtherMachine makes one; the test is skipped where that is not allowed.
func newOtherMachine(t *testing.T, program string) *otherMachine {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root makes network namespaces")
	}
	for _, tool := range []string{"ip", "nsenter"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s (Debian's iproute2 and util-linux)", tool)
		}
	}
	n := os.Getpid()
	m := &otherMachine{t: t, name: fmt.Sprintf("agon%d", n), here: fmt.Sprintf("10.231.%d.1", n%250), home: t.TempDir(), program: program}
	there := fmt.Sprintf("10.231.%d.2/30", n%250)
	if out, err := exec.Command("ip", "netns", "add", m.name).CombinedOutput(); err != nil {
		t.Skipf("no network namespaces here: %v: %s", err, out)
	}
	t.Cleanup(func() { exec.Command("ip", "netns", "del", m.name).Run() })
	for _, args := range [][]string{
		{"link", "add", m.name, "type", "veth", "peer", "name", "cable", "netns", m.name},
		{"addr", "add", m.here + "/30", "dev", m.name}, {"link", "set", m.name, "up"},
		{"-n", m.name, "addr", "add", there, "dev", "cable"}, {"-n", m.name, "link", "set", "cable", "up"},
		{"-n", m.name, "link", "set", "lo", "up"},
	} {
		if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
			t.Skipf("no cable between network namespaces: ip %v: %v: %s", args, err, out)
		}
	}
	return m
}

// paste starts a line that was printed on this machine in a shell of the other. It ends with the test.
func (m *otherMachine) paste(line string) (output func() string) {
	m.t.Helper()
	bin := filepath.Join(m.home, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.Symlink(m.program, filepath.Join(bin, "agon")); err != nil {
		m.t.Fatal(err)
	}
	cmd := exec.Command("nsenter", "--net=/run/netns/"+m.name, "env", "-i", "HOME="+m.home, "PATH="+bin+":/usr/local/bin:/usr/bin:/bin",
		"sh", "-c", "exec "+line)
	cmd.Dir = m.home
	out := &lockedBuffer{}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		m.t.Logf("the other machine: %s", out)
	})
	return out.String
}

// cable pulls the cable out, or plugs it in again.
func (m *otherMachine) cable(state string) {
	m.t.Helper()
	if out, err := exec.Command("ip", "-n", m.name, "link", "set", "cable", state).CombinedOutput(); err != nil {
		m.t.Fatalf("%v: %s", err, out)
	}
}

// lockedBuffer is a buffer for a process that a test reads meanwhile.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// A fresh machine joins with the one line that was printed, and plays bots in Python and C++. It is cut off for longer than its leases and
// comes back. The table is that of a run on one machine.
func TestAFreshMachineJoins(t *testing.T) {
	tier.Long(t)
	f := newFleetTest(t, 60)
	m := newOtherMachine(t, f.agon)
	l, err := net.Listen("tcp", net.JoinHostPort(m.here, "0"))
	if err != nil {
		t.Fatal(err)
	}
	f.address = l.Addr().String()
	l.Close()
	want := f.run("here.toml")
	line, err := f.command("invite", "worker", "fresh", "away.toml", "--at", f.address).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr(err))
	}
	server := f.command("run", "away.toml", "--json", "--no-cores", "--workers", f.address)
	var out bytes.Buffer
	output := &lockedBuffer{}
	server.Stdout, server.Stderr = &out, output
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	f.all = append(f.all, server)
	t.Cleanup(func() { t.Logf("the contest's machine: %s", output) })
	fresh := m.paste(strings.TrimSpace(string(line)))
	waitFor := func(text string, from func() string) {
		t.Helper()
		for begun := time.Now(); !strings.Contains(from(), text); time.Sleep(20 * time.Millisecond) {
			if time.Since(begun) > 3*time.Minute {
				t.Fatalf("nobody says %q", text)
			}
		}
	}
	waitFor("plays for Meeting", fresh)
	m.cable("down")
	waitFor("worker fresh is silent", output.String)
	m.cable("up")
	if err := server.Wait(); err != nil {
		t.Fatal(err)
	}
	if got := untimed(t, out.Bytes()); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if text, err := f.command("verify", "away").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, text)
	}
}
