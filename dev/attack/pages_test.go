package attack

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// pages are the commands that serve pages until a signal ends them.
var pages = []struct{ name, args string }{
	{"gallery", "gallery show"},
	{"vote", "gallery show --vote codes.txt"},
	{"replay", "replay game.agon --web"},
}

// shown is what the commands show.
const shown = `
-- heart/1.ascii --
 * *
-- codes.txt --
ABCD-EFGH
IJKL-MNOP
`

// makeShown makes a folder with art, codes for voters and a replay.
func makeShown(t *testing.T) (dir string) {
	t.Helper()
	dir = written(t, shown)
	if err := os.Mkdir(dir+"/show", 0o755); err != nil {
		t.Fatal(err)
	}
	must(t, dir, "art", "heart", "show/heart.gif")
	must(t, dir, "play", "rps", "builtin:random", "builtin:random", "--seed", "1", "--json", "--replay", "game.agon")
	return dir
}

// notes is a standard error that is read while its process runs.
type notes struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (n *notes) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.Write(p)
}

func (n *notes) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}

var served = regexp.MustCompile(`at http://(127\.0\.0\.1:[0-9]+)`)

// serve starts a command that serves pages and returns their address once it listens.
func serve(t *testing.T, dir, args string) (r *run, output *notes, address string) {
	t.Helper()
	output = &notes{}
	r = startWith(t, dir, output, strings.Fields(args)...)
	until(t, "it listens", func() bool {
		if !alive(r.Process.Pid) {
			t.Fatalf("agon %s ends before it listens:\n%s", args, output)
		}
		found := served.FindStringSubmatch(output.String())
		if found != nil {
			address = found[1]
		}
		return found != nil
	})
	return r, output, address
}

// A visitor is a connection to a server of pages.
type visitor struct {
	net.Conn
	in *bufio.Reader
}

func visit(t *testing.T, address, request string) visitor {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	fmt.Fprintf(c, "%s HTTP/1.1\r\nHost: %s\r\n\r\n", request, address)
	return visitor{c, bufio.NewReader(c)}
}

// answered reads the first line of the answer.
func (v visitor) answered(t *testing.T) string {
	t.Helper()
	line, err := v.in.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// TestSignalsEndPages: the first signal ends a command that serves pages, with exit code 0, while visitors are connected: one that
// has loaded the page, one with an open stream, and one that has sent half a request.
func TestSignalsEndPages(t *testing.T) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // so that agon does not begin under nohup, whoever runs the tests
	dir := makeShown(t)
	for _, page := range pages {
		for _, sent := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
			t.Run(fmt.Sprintf("%s %v", page.name, sent), func(t *testing.T) {
				t.Parallel()
				own := t.TempDir()
				if err := os.CopyFS(own, os.DirFS(dir)); err != nil {
					t.Fatal(err)
				}
				r, output, address := serve(t, own, page.args)
				for _, request := range []string{"GET /", "GET /stream"} {
					if line := visit(t, address, request).answered(t); line != "HTTP/1.1 200 OK" && request == "GET /" {
						t.Errorf("%s: %s", request, line)
					}
				}
				half, err := net.Dial("tcp", address)
				if err != nil {
					t.Fatal(err)
				}
				defer half.Close()
				fmt.Fprintf(half, "POST /ballot HTTP/1.1\r\nHost: %s\r\nContent-Length: 400\r\n\r\ncode=", address)
				r.Process.Signal(sent)
				o := r.wait()
				if o.Code != 0 || strings.Contains(output.String(), "goroutine ") {
					t.Errorf("exits with %d\n%s%s", o.Code, o.Out, output)
				}
				if _, err := net.Dial("tcp", address); err == nil {
					t.Errorf("%s still listens", address)
				}
			})
		}
	}
}

// TestTheSecondSignalEndsPages: while the first signal waits for a visitor, the second ends the command at once.
func TestTheSecondSignalEndsPages(t *testing.T) {
	dir := makeShown(t)
	for _, page := range pages {
		t.Run(page.name, func(t *testing.T) {
			t.Parallel()
			own := t.TempDir()
			if err := os.CopyFS(own, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			r, output, address := serve(t, own, page.args)
			// A request that is half sent is one that a server lets end; it holds the first signal up.
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: %s\r\n", address)
			visit(t, address, "GET /").answered(t) // so the one before it is accepted
			// Both signals wait while agon is stopped, so it finds them together when it goes on.
			r.Process.Signal(syscall.SIGSTOP)
			r.Process.Signal(syscall.SIGTERM)
			r.Process.Signal(syscall.SIGINT)
			r.Process.Signal(syscall.SIGCONT)
			if o := r.wait(); o.Code != 128+int(syscall.SIGTERM) && o.Code != 128+int(syscall.SIGINT) {
				t.Errorf("exits with %d\n%s%s", o.Code, o.Out, output)
			}
		})
	}
}
