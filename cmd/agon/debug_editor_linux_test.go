package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/chromedp/remote"
)

// A stop is a breakpoint that an editor sets: a line of a file, by its path, and an expression that it evaluates there.
type stop struct {
	file       string
	line       int
	expression string
}

// spotted is where a bot has stopped, and the value of the expression there.
type spotted struct {
	file, value string
	line        int
}

// An editor attaches at an address, a port or a process, sets a breakpoint, lets the bot go on until it is hit, and leaves the bot without
// it. ready is called when the bot may be asked.
type editor func(at string, s stop, ready func()) (spotted, error)

// attachTime is the time limit of an editor on a busy machine; no test depends on it being shorter.
const attachTime = time.Minute

// dial connects when somebody listens.
func dial(at string) (net.Conn, error) {
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", at)
		if err == nil {
			return conn, conn.SetDeadline(time.Now().Add(attachTime))
		}
		if time.Since(begun) > attachTime {
			return nil, err
		}
	}
}

// An adapter speaks the Debug Adapter Protocol with debugpy, as Visual Studio Code does.
type adapter struct {
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

// send sends a request; its answer is one of those that await returns.
func (e *adapter) send(command string, arguments map[string]any) error {
	e.seq++
	text, err := json.Marshal(map[string]any{"seq": e.seq, "type": "request", "command": command, "arguments": arguments})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.conn, "Content-Length: %d\r\n\r\n%s", len(text), text)
	return err
}

// await returns the body of the next event or response of a name.
func (e *adapter) await(name string, body any) error {
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

// breakpoints returns the request for breakpoints in a file.
func breakpoints(file string, lines ...int) map[string]any {
	list := []map[string]any{}
	for _, line := range lines {
		list = append(list, map[string]any{"line": line})
	}
	return map[string]any{"source": map[string]any{"path": file}, "breakpoints": list}
}

// inPython is an editor of Python.
func inPython(at string, s stop, ready func()) (found spotted, err error) {
	conn, err := dial(at)
	if err != nil {
		return found, err
	}
	e := &adapter{conn: conn, in: bufio.NewReader(conn)}
	defer conn.Close()
	var stopped struct {
		ThreadID int
		Reason   string
	}
	var stack struct {
		StackFrames []struct {
			ID, Line int
			Source   struct{ Path string }
		}
	}
	var value struct{ Result string }
	goOn := func() error { return e.send("continue", map[string]any{"threadId": stopped.ThreadID}) }
	for _, step := range []func() error{
		func() error { return e.send("initialize", map[string]any{"adapterID": "agon"}) },
		func() error { return e.await("initialize", nil) },
		func() error { return e.send("attach", map[string]any{"justMyCode": true}) },
		func() error { return e.await("initialized", nil) },
		func() error { return e.send("setBreakpoints", breakpoints(s.file, s.line)) },
		func() error { return e.send("configurationDone", nil) },
		func() error { return e.await("stopped", &stopped) }, // where agon stops it
		goOn,
		func() error { return e.await("stopped", &stopped) },
		func() error { return e.send("stackTrace", map[string]any{"threadId": stopped.ThreadID}) },
		func() error { return e.await("stackTrace", &stack) },
		func() error {
			return e.send("evaluate", map[string]any{"expression": s.expression, "frameId": stack.StackFrames[0].ID})
		},
		func() error { return e.await("evaluate", &value) },
		func() error { return e.send("setBreakpoints", breakpoints(s.file)) },
		func() error { return e.await("setBreakpoints", nil) },
		goOn,
	} {
		if err := step(); err != nil {
			return found, err
		}
	}
	if stopped.Reason != "breakpoint" {
		return found, fmt.Errorf("it has stopped by a %s", stopped.Reason)
	}
	io.Copy(io.Discard, e.in) // until the bot's process ends
	frame := stack.StackFrames[0]
	return spotted{frame.Source.Path, value.Result, frame.Line}, nil
}

// A devtools speaks the protocol of node's inspector.
type devtools struct {
	conn *remote.Conn
	seq  int64
}

// call sends a command and reads its result.
func (d *devtools) call(method string, params, result any) error {
	d.seq++
	text, err := json.Marshal(params)
	if err != nil {
		return err
	}
	ctx := context.Background()
	m := &cdproto.Message{ID: d.seq, Method: cdproto.MethodType(method), Params: text}
	if err := d.conn.Write(ctx, m); err != nil {
		return err
	}
	for {
		var m cdproto.Message
		switch err := d.conn.Read(ctx, &m); {
		case err != nil:
			return fmt.Errorf("%s: %w", method, err)
		case m.ID != d.seq:
		case m.Error != nil:
			return fmt.Errorf("%s: %w", method, m.Error)
		case result == nil:
			return nil
		default:
			return json.Unmarshal(m.Result, result)
		}
	}
}

// A paused is where node has stopped.
type paused struct {
	HitBreakpoints []string
	CallFrames     []struct {
		CallFrameID string
		Location    struct{ LineNumber int }
	}
}

// goOn lets node run by a command until it stops again.
func (d *devtools) goOn(method string) (p paused, err error) {
	d.seq++
	ctx := context.Background()
	err = d.conn.Write(ctx, &cdproto.Message{ID: d.seq, Method: cdproto.MethodType(method), Params: []byte("{}")})
	for err == nil {
		var m cdproto.Message
		if err = d.conn.Read(ctx, &m); err == nil && m.Method == "Debugger.paused" {
			return p, json.Unmarshal(m.Params, &p)
		}
	}
	return p, fmt.Errorf("%s: %w", method, err)
}

// inspected connects with node's inspector.
func inspected(at string) (*devtools, error) {
	conn, err := dial(at)
	if err != nil {
		return nil, err
	}
	conn.Close()
	answer, err := http.Get("http://" + at + "/json/list")
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var list []struct{ WebSocketDebuggerURL string }
	if err := json.NewDecoder(answer.Body).Decode(&list); err != nil || len(list) == 0 {
		return nil, errors.Join(err, errors.New("node names no program"))
	}
	ctx, stop := context.WithTimeout(context.Background(), attachTime)
	defer stop()
	inspector, err := remote.DialContext(ctx, list[0].WebSocketDebuggerURL)
	return &devtools{conn: inspector}, err
}

// inNode is an editor of JavaScript.
func inNode(at string, s stop, ready func()) (found spotted, err error) {
	d, err := inspected(at)
	if err != nil {
		return found, err
	}
	defer d.conn.Close()
	type object = map[string]any
	var point struct{ BreakpointID string }
	var where paused
	var value struct{ Result struct{ Value any } }
	for _, step := range []func() error{
		func() error { return d.call("Debugger.enable", object{}, nil) },
		func() error {
			return d.call("Debugger.setBreakpointByUrl", object{"url": "file://" + s.file, "lineNumber": s.line - 1}, &point)
		},
		func() error { _, err := d.goOn("Runtime.runIfWaitingForDebugger"); return err }, // until agon stops it
		func() (err error) { where, err = d.goOn("Debugger.resume"); return err },
		func() error {
			return d.call("Debugger.evaluateOnCallFrame",
				object{"callFrameId": where.CallFrames[0].CallFrameID, "expression": s.expression}, &value)
		},
		func() error {
			return d.call("Debugger.removeBreakpoint", object{"breakpointId": point.BreakpointID}, nil)
		},
		func() error {
			err := d.call("Debugger.resume", object{}, nil)
			if errors.Is(err, io.EOF) {
				err = nil // the game went on, and was over before node answered
			}
			return err
		},
	} {
		if err := step(); err != nil {
			return found, err
		}
	}
	if !slices.Contains(where.HitBreakpoints, point.BreakpointID) {
		return found, errors.New("it has stopped elsewhere than at the breakpoint")
	}
	return spotted{s.file, fmt.Sprint(value.Result.Value), where.CallFrames[0].Location.LineNumber + 1}, nil // node knows it by its URL
}

// inGDB is an editor of native programs, which speaks with gdb as that of Visual Studio Code does.
func inGDB(at string, s stop, ready func()) (found spotted, err error) {
	ctx, stop := context.WithTimeout(context.Background(), attachTime)
	defer stop()
	gdb := exec.CommandContext(ctx, "gdb", "-q", "-nx", "-iex", "set debuginfod enabled off", "--interpreter=mi")
	in, err := gdb.StdinPipe()
	if err != nil {
		return found, err
	}
	out, err := gdb.StdoutPipe()
	if err != nil {
		return found, err
	}
	if err := gdb.Start(); err != nil {
		return found, err
	}
	defer gdb.Wait()
	defer in.Close()
	lines := bufio.NewScanner(out)
	var line string
	await := func(head string) error {
		for lines.Scan() {
			switch line = lines.Text(); {
			case strings.HasPrefix(line, head):
				return nil
			case strings.HasPrefix(line, "^error"):
				return errors.New(line)
			}
		}
		return fmt.Errorf("gdb ended before %s", head)
	}
	do := func(command string) error {
		fmt.Fprintln(in, command)
		return await("^done")
	}
	if err := errors.Join(do("-target-attach "+at), do(fmt.Sprintf("-break-insert -f \"%s:%d\"", s.file, s.line))); err != nil {
		return found, err
	}
	fmt.Fprintln(in, "-exec-continue")
	if err := await("^running"); err != nil {
		return found, err
	}
	ready()
	if err := await("*stopped"); err != nil {
		return found, err
	}
	if !strings.Contains(line, `reason="breakpoint-hit"`) {
		return found, errors.New(line)
	}
	found.file = within(line, `fullname="`, `"`)
	found.line, _ = strconv.Atoi(within(line, `line="`, `"`))
	if err := do("-data-evaluate-expression " + s.expression); err != nil {
		return found, err
	}
	found.value = within(line, `value="`, `"`)
	return found, errors.Join(do("-break-delete"), do("-target-detach"))
}

// within returns what stands between two texts.
func within(text, from, to string) string {
	_, text, _ = strings.Cut(text, from)
	text, _, _ = strings.Cut(text, to)
	return text
}

// freePort returns a port of this machine that nobody listens at.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// TestBreakpoints: a breakpoint that an editor sets in the author's own file, by its path, is hit.
func TestBreakpoints(t *testing.T) {
	t.Parallel()
	dir := debuggedFolder(t)
	for _, tt := range []struct {
		name, needs, game, bot string
		edit                   editor
		stop                   stop
		value, after           string // of the expression, and what agon shows then
	}{
		{"a program in Python", "debugpy", "tron.agon", "program.py", inPython, stop{"program.py", 3, "n, turn"}, "(2, 4)",
			"program answers UP in turn 7"},
		{"a class", "debugpy", "colour.agon", "classes", inPython, stop{"classes/walker.py", 10, "self.turn"}, "7",
			"Walker answers UP in round 7"},
		{"JavaScript", "node", "tron.agon", "script", inNode, stop{"script/bot.js", 6, "turns"}, "4", "script answers "},
		{"C++", "gdb", "tron.agon", "native", inGDB, stop{"native/bot.cpp", 4, "turns"}, "3", "native answers RIGHT in turn 7"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			switch _, err := exec.LookPath(tt.needs); {
			case tt.needs == "debugpy" && exec.Command("/usr/bin/python3", "-c", "import debugpy").Run() != nil:
				t.Skip("python3-debugpy is not installed")
			case tt.needs != "debugpy" && err != nil:
				t.Skip(err)
			case tt.needs == "gdb":
				needsTracing(t)
			}
			port := freePort(t)
			d := begin(t, dir, "debug", tt.game, tt.bot, "--turn", "7", "--port", strconv.Itoa(port))
			word := map[string]string{"tron.agon": "turn", "colour.agon": "round"}[tt.game]
			d.await("is asked in " + word + " 7; attach your editor to ")
			at := fmt.Sprintf("127.0.0.1:%d", port)
			if tt.needs == "gdb" {
				d.await("process ")
				at = d.await(", set a breakpoint, and press Enter here")
			} else {
				d.await(at)
			}
			s := tt.stop
			s.file = filepath.Join(dir, s.file)
			type result struct {
				spotted
				err error
			}
			looked := make(chan result, 1)
			ready := make(chan struct{}, 1)
			go func() {
				found, err := tt.edit(at, s, func() { close(ready) })
				if looked <- (result{found, err}); err != nil {
					t.Log(err)
					d.cmd.Process.Kill() // nobody goes on
				}
			}()
			if tt.needs == "gdb" {
				select {
				case <-ready:
				case r := <-looked:
					t.Fatal(r.err)
				}
				d.enter("")
			}
			d.await(tt.after)
			d.await("Enter stops it in " + word + " ")
			d.enter("q")
			if shown, code := d.end(); code != 0 {
				t.Errorf("it ends with %d:\n%s", code, shown)
			}
			if r := <-looked; r.err != nil || r.spotted != (spotted{s.file, tt.value, s.line}) {
				t.Errorf("the editor sees %+v: %v", r.spotted, r.err)
			}
		})
	}
}
