package heartbeat

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSharesSession: a busy process of this session is seen where the kernel schedules by session; one of another session is not.
func TestSharesSession(t *testing.T) {
	on, err := os.ReadFile("/proc/sys/kernel/sched_autogroup_enabled")
	if err != nil || strings.TrimSpace(string(on)) != "1" {
		t.Skip("this kernel does not schedule by session")
	}
	if os.Getenv("AGON_TEST_SESSION") == "" { // this test again, in a session that it shares with nobody
		again := exec.Command(os.Args[0], "-test.run=^TestSharesSession$", "-test.v")
		again.Env = append(os.Environ(), "AGON_TEST_SESSION=1")
		again.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if out, err := again.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	busy := func(other bool) func() {
		cmd := exec.Command("sh", "-c", "while :; do :; done")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: other, Pdeathsig: syscall.SIGKILL}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return func() { cmd.Process.Kill(); cmd.Wait() }
	}
	end := busy(true)
	if SharesSession() {
		t.Error("a process of another session is taken for one of this session")
	}
	end()
	end = busy(false)
	defer end()
	for begun := time.Now(); !SharesSession(); time.Sleep(time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatal("the busy process of this session is not seen")
		}
	}
}
