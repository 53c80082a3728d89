package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// An editor speaks the Debug Adapter Protocol with debugpy, as Visual Studio Code does.
type editor struct {
	conn net.Conn
	in   *bufio.Reader
	seq  int
}

type adapted struct {
	Type    string
	Event   string
	Command string
	Success bool
	Message string
	Body    json.RawMessage
}

// dial connects when somebody listens.
func dial(port int) (*editor, error) {
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			conn.SetDeadline(time.Now().Add(time.Minute))
			return &editor{conn: conn, in: bufio.NewReader(conn)}, nil
		}
		if time.Since(begun) > time.Minute {
			return nil, err
		}
	}
}

// send sends a request; its answer is one of those that await returns.
func (e *editor) send(command string, arguments map[string]any) error {
	e.seq++
	text, err := json.Marshal(map[string]any{"seq": e.seq, "type": "request", "command": command, "arguments": arguments})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.conn, "Content-Length: %d\r\n\r\n%s", len(text), text)
	return err
}

// await returns the body of the next event or response of a name.
func (e *editor) await(name string, body any) error {
	for {
		head, err := textproto.NewReader(e.in).ReadMIMEHeader()
		if err != nil {
			return fmt.Errorf("waiting for %s: %w", name, err)
		}
		n, err := strconv.Atoi(head.Get("Content-Length"))
		if err != nil {
			return err
		}
		text := make([]byte, n)
		if _, err := io.ReadFull(e.in, text); err != nil {
			return err
		}
		var m adapted
		if err := json.Unmarshal(text, &m); err != nil {
			return err
		}
		if m.Type == "response" && !m.Success {
			return fmt.Errorf("%s: %s", m.Command, m.Message)
		}
		if m.Event == name || m.Command == name {
			if body == nil {
				return nil
			}
			return json.Unmarshal(m.Body, body)
		}
	}
}

// looks attaches, evaluates an expression where the bot has stopped, and lets it go on.
func (e *editor) looks(expression string) (function, value string, err error) {
	defer e.conn.Close()
	var stopped struct{ ThreadID int }
	var stack struct {
		StackFrames []struct {
			ID   int
			Name string
		}
	}
	var found struct{ Result string }
	for _, step := range []func() error{
		func() error { return e.send("initialize", map[string]any{"adapterID": "agon"}) },
		func() error { return e.await("initialize", nil) },
		func() error { return e.send("attach", map[string]any{"justMyCode": true}) },
		func() error { return e.await("initialized", nil) },
		func() error { return e.send("configurationDone", nil) },
		func() error { return e.await("stopped", &stopped) },
		func() error { return e.send("stackTrace", map[string]any{"threadId": stopped.ThreadID}) },
		func() error { return e.await("stackTrace", &stack) },
		func() error {
			return e.send("evaluate", map[string]any{"expression": expression, "frameId": stack.StackFrames[0].ID})
		},
		func() error { return e.await("evaluate", &found) },
		func() error { return e.send("continue", map[string]any{"threadId": stopped.ThreadID}) },
	} {
		if err := step(); err != nil {
			return "", "", err
		}
	}
	io.Copy(io.Discard, e.in) // until the bot's process ends
	return stack.StackFrames[0].Name, found.Result, nil
}

// TestDebugInAnEditor stops a bot in Python for an editor that attaches.
func TestDebugInAnEditor(t *testing.T) {
	t.Parallel()
	if exec.Command("/usr/bin/python3", "-c", "import debugpy").Run() != nil {
		t.Skip("python3-debugpy is not installed")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "program.py"), []byte(debugged["program.py"]), 0o644); err != nil {
		t.Fatal(err)
	}
	play := exec.Command("agon", "play", "tron", "program.py", "builtin:hugger", "--seed", "1", "--replay", "tron.agon", "--sandbox",
		"none")
	play.Dir = dir
	if out, err := play.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	type seen struct {
		function, value string
		err             error
	}
	looked := make(chan seen, 1)
	go func() {
		var s seen
		var e *editor
		if e, s.err = dial(port); s.err == nil {
			s.function, s.value, s.err = e.looks("n, me, turn")
		}
		looked <- s
	}()
	shown, code := talk(t, dir, []line{
		{fmt.Sprintf("program is asked in turn 7; attach your editor to 127.0.0.1:%d", port), ""}, {"program answers UP in turn 7", ""},
		{"Enter stops it in turn 9", "p"},
	}, "debug", "tron.agon", "program.py", "--turn", "7", "--port", strconv.Itoa(port))
	if s := <-looked; s.err != nil || s.function != "<module>" || s.value != "(2, 0, 3)" {
		t.Errorf("the editor sees %q in %q: %v", s.value, s.function, s.err)
	}
	if code != 0 || !strings.Contains(shown, "Tron, ") {
		t.Errorf("it ends with %d:\n%s", code, shown)
	}
}
