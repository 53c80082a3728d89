package load

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// A server is the process of agon run that workers connect to. Killed, it is started again.
type server struct {
	*test
	name, address string           // of its contest's folder; to listen on, empty: this machine plays
	how, env      []string         // arguments and variables beside the usual
	at            string           // the address by which workers reach it
	mend          func(error) bool // has what a run ended by mended, and reports whether it is to go on; may be nil

	mu     sync.Mutex
	now    *exec.Cmd
	killed bool
	peak   int64 // KiB of memory, of all its processes
}

func newServer(t *test, name string) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := l.Addr().String()
	return &server{test: t, name: name, address: address, at: address, how: []string{"--no-cores", "--workers", address}}, l.Close()
}

// run runs the contest until it is over, and returns its standings.
func (s *server) run(ctx context.Context) (standings string, err error) {
	args := append([]string{"run", "contest.toml", "--out", s.name, "--json", "--plain", "--pages", "0"}, s.how...)
	out, err := s.agon(ctx, args...)
	for ctx.Err() == nil && (s.again() || err != nil && s.mend != nil && s.mend(err)) {
		out, err = s.agon(ctx, args...)
	}
	var run struct {
		Stages []struct {
			Standings []struct{ Rank, Bot, Played, Score, Best, Wins, Draws, Losses, Points, Faults any }
		}
	}
	if err == nil {
		err = json.Unmarshal(out, &run)
	}
	return fmt.Sprintf("%+v", run), err
}

// agon runs the program, adds what it says to the log, and returns what it prints.
func (s *server) agon(ctx context.Context, args ...string) ([]byte, error) {
	log, err := os.OpenFile(s.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, s.program, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.dir, &out, log
	cmd.Env = append(os.Environ(), s.env...)
	runtime.LockOSThread() // the program ends with the thread that starts it, and so with this process
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	s.mu.Lock()
	s.now = cmd
	err = cmd.Start()
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	ended, watched := make(chan struct{}), sync.WaitGroup{}
	watched.Go(func() { s.watch(cmd.Process.Pid, ended) })
	err = cmd.Wait()
	close(ended)
	watched.Wait()
	if err != nil {
		text, _ := os.ReadFile(s.log())
		err = fmt.Errorf("agon %s: %w: %s", args[0], err, text[max(len(text)-4096, 0):])
	}
	return out.Bytes(), err
}

// peakLine is the line of a process's status with the most memory that it has had. What wait4 says of that begins with the memory of the
// process that started it, which is this one.
var peakLine = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)

// watch notes the most memory of a process until it has ended.
func (s *server) watch(pid int, ended <-chan struct{}) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if m := peakLine.FindSubmatch(status); m != nil {
			kib, _ := strconv.ParseInt(string(m[1]), 10, 64)
			s.peak = max(s.peak, kib)
		}
		select {
		case <-tick.C:
		case <-ended:
			return
		}
	}
}

func (s *server) log() string { return filepath.Join(s.dir, s.name+".log") }

// kill sends the process a signal that ends it.
func (s *server) kill(with syscall.Signal) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.killed = true
	return s.now.Process.Signal(with)
}

// again reports whether the process was killed since the last call.
func (s *server) again() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.killed
	s.killed = false
	return was
}

// aside finds in what a run says who was set aside, and with how many games.
var aside = regexp.MustCompile(`worker (\S+) is set aside: (?:[^\n]*it has played (\d+) games)?`)

// said returns the workers that were set aside, each with its games until then, and how many goroutines a killed server had.
func (s *server) said() (out map[string]int, goroutines int, err error) {
	text, err := os.ReadFile(s.log())
	out = map[string]int{}
	for _, m := range aside.FindAllSubmatch(text, -1) {
		games, _ := strconv.Atoi(string(m[2]))
		out[string(m[1])] += games
	}
	return out, bytes.Count(text, []byte("\ngoroutine ")), err
}
