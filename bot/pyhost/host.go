package pyhost

import (
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"

	"agon/bot"
	"agon/internal/rawpipe"
)

// The class host's program is made of these.
var (
	//go:embed template.py
	launcher string
	//go:embed chance.py
	chance string
	//go:embed modules.py
	modules string
	//go:embed machine.py
	machine string
)

// begin runs the class host.
const begin = "\n\nMachine().run()\n"

// program returns the class host's definitions: chance.py first, because it changes how modules are imported. [begin] follows them.
var program = sync.OnceValue(func() string { return chance + "\n\n" + modules + "\n\n" + machine })

// Programs of an interpreter of its own, and of a template.
var (
	whole    = sync.OnceValue(func() string { return program() + begin })
	template = sync.OnceValue(func() string { return launcher + begin })
)

// A Config describes which bot to host, and how.
type Config struct {
	Python      string        // path of the interpreter
	Kind        string        // the kind's part of the host, as Python source
	File        string        // the bot's file
	Class       string        // its class; empty for the only one in the file
	Profile     bool          // run the bot under the standard profiler; see Player.Profile
	Fresh       bool          // each game is played by a process forked for it
	List        bool          // the file lists bots of other files, some of which may be broken
	Loading     time.Duration // time for loading the file, and for constructing each object; 0: 30 s
	Readable    []string
	Environment []string // NAME=VALUE: what the environment has besides while this bot is loaded and plays
	// the host's modules to load before the process becomes the bot's: numpy, scipy and their submodules; see bot.Template
	Libraries []string
	Limits    bot.Limits
	Launcher  bot.Launcher
	Shared    *Shared         // nil: frames carry everything
	Stop      <-chan struct{} // closed when nobody waits for the bot any more; nil: never
	Secret    *bot.Secret     // seeds its generators
	Log       *bot.Log

	look    bool     // construct the file's bots and report their names and authors
	printed *printed // receives what the process prints; nil: Log
}

// Found is a bot in a file.
type Found struct {
	Class     string   `json:"class"`
	Name      string   `json:"name"`
	Author    string   `json:"author"`
	Error     string   `json:"error"`     // why it could not be constructed; its name is then its class
	Imports   []string `json:"imports"`   // packages besides the standard library
	Libraries []string `json:"libraries"` // modules of numpy and scipy that its files name
	Version   string   `json:"-"`         // of the interpreter, and of numpy if the bot uses it
	File      string   `json:"file"`      // where the class is defined, if a list of bots reports it
}

// Operations of frames, with the same numbers as in machine.py.
const (
	opLoad    = 1
	opOpen    = 2
	opTurn    = 3
	opClose   = 4
	opProfile = 5
)

// loading is the default time for loading a bot's file and for constructing its object.
const loading = 30 * time.Second

func (c *Config) loading() time.Duration {
	if c.Loading > 0 {
		return c.Loading
	}
	return loading
}

// host is a running class host.
type host struct {
	process  *bot.Process
	pondered time.Duration // outside its turns, and charged to no call yet
	pipes    *rawpipe.Pair
	note     *notePage
	drained  sync.WaitGroup
	printed  *printed       // nil: everything goes to one log
	orders   map[string]any // sent with the first load: descriptors of the shared pages
	sequence uint32
	frame    []byte
	answer   []byte
	have     int
	watch    watch
	loading  time.Duration // time limit of an order
	stop     <-chan struct{}
	exit     bot.Exit
	doomed   bool          // it has been killed, and not waited for
	cpu      time.Duration // by the kernel's accounting, after its end
	ended    bool
	loaded   int64 // memory of the process when it had loaded a bot
}

// ErrMissing is an interpreter or a library that the host lacks, for which no bot is blamed.
type ErrMissing struct{ What, Fix string }

func (e *ErrMissing) Error() string { return e.What + "; " + e.Fix }

// NoClass is a file that has no bot, or not the class that was asked for.
type NoClass struct{ What string }

func (e *NoClass) Error() string { return e.What }

// launch starts a host process. The error is the host's.
func launch(c Config) (*host, error) {
	if _, err := os.Stat(c.Python); err != nil {
		return nil, &ErrMissing{"no Python at " + c.Python,
			"install it (apt-get install python3 python3-numpy) or name another with --python or AGON_PYTHON"}
	}
	h := &host{printed: c.printed, answer: make([]byte, 1<<12), orders: map[string]any{}, loading: c.loading(), stop: c.Stop}
	command := bot.Command{
		Path: c.Python, Args: []string{"-u", "-c", whole()}, Env: environment(), Dir: "/",
		Readable: c.Readable, Limits: c.Limits, Template: Template(c.Python, c.Kind, c.Libraries),
	}
	if c.Fresh {
		command.Own = 2 // the bot runs in a fork of a process that waits for it
	}
	if !c.remote() {
		if err := h.handPages(&command, c.Shared); err != nil {
			return nil, &bot.HostError{Err: err}
		}
	}
	var err error
	h.process, err = c.Launcher.Start(command)
	if err != nil {
		return nil, unstarted(c.Python, err)
	}
	h.watch.process, h.watch.empty = h.process, h.emptyFrames
	h.drained.Go(func() {
		if c.printed == nil {
			c.Log.Drain(h.process.Err)
			return
		}
		c.printed.drain(h.process.Err)
	})
	if h.pipes, err = rawpipe.NewPair(h.process.In, h.process.Out, pipeSize); err != nil {
		h.process.Close()
		h.drained.Wait()
		return nil, &bot.HostError{Err: fmt.Errorf("start %s: %w", c.Python, err)}
	}
	return h, nil
}

// Template describes the process that an interpreter's class hosts of a kind are forked from, with libraries loaded: see [Config]. It is
// nil where there are no templates.
func Template(python, kind string, libraries []string) *bot.Template {
	if runtime.GOOS != "linux" {
		return nil
	}
	return &bot.Template{Path: python, Args: append([]string{"-u", "-c", template(), program(), kind}, libraries...), Env: environment()}
}

// unstarted returns the error for a class host that has not started. Another interpreter helps only if this one is the cause.
func unstarted(python string, err error) error {
	var file *fs.PathError
	ours := errors.As(err, &file) && file.Op != "fork/exec" && file.Path != python // an error in the launcher's own work
	if ours {
		return &bot.HostError{Err: fmt.Errorf("start the class host: %w", err)}
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.ENOEXEC) {
		return &ErrMissing{fmt.Sprintf("%s cannot be started: %v", python, err), "name another interpreter with --python or AGON_PYTHON"}
	}
	return &bot.HostError{Err: fmt.Errorf("start the class host: %w", err)}
}

// handPages passes the shared pages to the process.
func (h *host) handPages(command *bot.Command, shared *Shared) error {
	note, err := newNotePage()
	if err != nil {
		return err
	}
	if note != nil {
		h.note = note
		command.Extra = append(command.Extra, note.file)
		h.orders["mark"] = 2 + len(command.Extra)
	}
	if shared != nil {
		command.Extra = append(command.Extra, shared.file)
		h.orders["shared"], h.orders["slot"], h.orders["size"] = 2+len(command.Extra), shared.slot, shared.size()
	}
	return nil
}

// remote reports whether the process runs where it cannot map pages of this one.
func (c *Config) remote() bool {
	return c.Launcher.Remote()
}

// environment returns the environment of a Python bot: nothing of the host's, and one thread for numeric libraries.
func environment() []string {
	return []string{
		"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/tmp", "LANG=C.UTF-8", "PYTHONHASHSEED=0", "PYTHONDONTWRITEBYTECODE=1",
		"PYTHONNOUSERSITE=1",
		"OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1", "NUMEXPR_NUM_THREADS=1", "MPLBACKEND=Agg", bot.NoDebugger,
	}
}

// load loads a bot's file and returns its bots.
func (h *host) load(c Config, number int) ([]Found, error) {
	order := map[string]any{"kind": c.Kind, "file": c.File, "want": c.Class, "list": c.List, "fresh": c.Fresh, "look": c.look,
		"environment": c.Environment}
	maps.Copy(order, h.orders)
	var reply struct {
		Bots    []Found `json:"bots"`
		Error   string  `json:"error"`
		Missing string  `json:"missing"`
		Version string  `json:"version"`

		Classless bool `json:"classless"`
	}
	if err := h.call(opLoad, number, 0, order, &reply); err != nil {
		return nil, fmt.Errorf("%s: the class host ended while loading the bot: %w", c.File, err)
	}
	if reply.Missing != "" {
		if fix := installCommand(reply.Missing); fix != "" {
			return nil, &ErrMissing{fmt.Sprintf("%s has no %s", c.Python, reply.Missing), fix}
		}
	}
	if reply.Classless {
		return nil, &NoClass{reply.Error}
	}
	if reply.Error != "" {
		return nil, errors.New(reply.Error)
	}
	if len(reply.Bots) == 0 && !c.Fresh {
		return nil, fmt.Errorf("%s cannot be loaded: this Python has no module %s", c.File, reply.Missing)
	}
	for i := range reply.Bots {
		reply.Bots[i].Version = reply.Version
	}
	return reply.Bots, nil
}

// installCommand returns the command that installs a module that contests allow.
func installCommand(module string) string {
	switch module {
	case "numpy", "scipy", "matplotlib":
		return fmt.Sprintf("install it (apt-get install python3-%s) or name another interpreter with --python or AGON_PYTHON", module)
	case "scipy.signal":
		return installCommand("scipy")
	}
	return ""
}

// call sends an order as JSON and waits for its answer. A process that gives none is killed.
func (h *host) call(op byte, number, lane int, order, reply any) error {
	text, err := json.Marshal(order)
	if err != nil {
		return err
	}
	h.begin(op, number, lane)
	h.frame = append(h.frame, text...)
	var body []byte
	begin := time.Now()
	loading := bot.NewLoading(h.process, h.loading, nil)
	if err = h.send(h.loading); err == nil {
		body, err = h.receive(time.Time{}, func() bool { return !loading.Over() })
	}
	h.watch.order(time.Since(begin))
	if err == nil && json.Unmarshal(body, reply) != nil {
		err = errGarbled
	}
	if err == nil {
		return nil
	}
	why := h.why(err)
	h.kill()
	if errors.Is(why, errSilent) {
		return fmt.Errorf("%w of %v", errSilent, h.loading)
	}
	return why
}

// emptyFrames returns the least processor time that one of n frames without calls uses. If it cannot be measured, the result is 0.
func (h *host) emptyFrames(n int) time.Duration {
	h.answer = make([]byte, 1<<12) // the answer to the last frame is still read
	least := time.Hour
	for range n {
		before := h.process.CPU()
		h.begin(opTurn, 0, 0)
		waits := bot.NewLoading(h.process, h.loading, nil)
		if h.send(h.loading) != nil {
			return 0
		}
		if _, err := h.receive(time.Time{}, func() bool { return !waits.Over() }); err != nil {
			return 0
		}
		least = min(least, h.process.CPU()-before)
	}
	return least
}

// header is the size of a frame's header in bytes.
const header = 12

// begin writes the header of a frame; the body is appended to h.frame.
func (h *host) begin(op byte, number, n int) {
	h.sequence++
	h.frame = append(h.frame[:0], op, byte(number))
	h.frame = binary.LittleEndian.AppendUint16(h.frame, uint16(n))
	h.frame = binary.LittleEndian.AppendUint32(h.frame, h.sequence)
	h.frame = binary.LittleEndian.AppendUint32(h.frame, 0)
}

// send writes the frame, and resumes the process.
func (h *host) send(limit time.Duration) error {
	if h.process.Resume != nil {
		h.pondered += h.process.Resume()
	}
	binary.LittleEndian.PutUint32(h.frame[8:], uint32(len(h.frame)-header))
	return h.pipes.Write(h.frame, func(waited time.Duration) bool { return isClosed(h.stop) || limit > 0 && waited >= limit })
}

// largestAnswer bounds the answer to one frame, in bytes.
const largestAnswer = 4 << 20

var (
	errSilent  = errors.New("it gave no answer in time")
	errGarbled = errors.New("it wrote to the host's channel")
	errStopped = fmt.Errorf("%w: agon ends", errSilent)
)

// pipeSize is the requested size of the pipe to a process, in which a frame fits without blocking.
const pipeSize = 1 << 20

// slice is how often the wait checks whether the process has gone on to the next lane.
const slice = 20 * time.Millisecond

// receive reads the answer to the last frame. patience, if given, is called repeatedly and decides whether to keep waiting; otherwise the
// deadline holds.
func (h *host) receive(deadline time.Time, patience func() bool) ([]byte, error) {
	h.have = 0
	wait := h.watch.firstWait()
	for {
		if whole, err := h.whole(); err != nil {
			return nil, err
		} else if whole {
			if h.process.Pause != nil {
				h.process.Pause()
			}
			return h.answer[8:h.have], nil
		}
		n, err := h.readOrLook(wait)
		if err != nil {
			return nil, err
		}
		h.have += n
		if n > 0 {
			continue
		}
		wait = min(2*wait, slice)
		if isClosed(h.stop) {
			return nil, errStopped
		}
		if patience != nil && !patience() || patience == nil && time.Now().After(deadline) {
			return nil, errSilent
		}
	}
}

// whole reports whether all of the answer has been read, and makes room for the rest once its size is known.
func (h *host) whole() (bool, error) {
	if h.have < 8 {
		return false, nil
	}
	size := int(binary.LittleEndian.Uint32(h.answer))
	if size > largestAnswer || binary.LittleEndian.Uint32(h.answer[4:]) != h.sequence || h.have > 8+size {
		return false, errGarbled
	}
	if 8+size > len(h.answer) {
		h.answer = append(h.answer, make([]byte, 8+size-len(h.answer))...)
	}
	return h.have == 8+size, nil
}

// readOrLook reads available bytes of the answer, waiting at most limit, and then looks whether a watched process sleeps. With its answer
// in the pipe it may have gone to sleep after that.
func (h *host) readOrLook(limit time.Duration) (int, error) {
	n, err := h.pipes.Read(h.answer[h.have:], limit)
	if err != nil || n > 0 || !h.watch.asleep() {
		return n, err
	}
	n, err = h.pipes.Read(h.answer[h.have:], time.Nanosecond)
	h.watch.window.asleep = err == nil && n == 0
	return n, err
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// why describes how the process ended, after a pipe broke.
func (h *host) why(err error) error {
	if errors.Is(err, errSilent) || errors.Is(err, os.ErrDeadlineExceeded) {
		return errSilent
	}
	if errors.Is(err, errGarbled) {
		return err
	}
	exit := h.settle()
	switch {
	case exit.Fault != "":
		return errors.New(exit.Fault)
	case errors.Is(err, io.EOF) && exit.Signal != 0 && exit.Signal != syscall.SIGKILL:
		return fmt.Errorf("its process ended by signal: %s", exit.Signal)
	case exit.Signal != 0:
		return errors.New("its process was killed")
	}
	return fmt.Errorf("its process ended with code %d", exit.Code)
}

// exitTime is the processor time that a process whose pipe broke may take to exit; of wall time, without the host's stalls, it has four
// times as much. An interpreter needs 20 to 60 ms of a processor for that, which on a busy host it gets within a second or two.
const exitTime = time.Second

// settle waits a moment for a process whose pipe broke to exit by itself, so that its exit is known.
func (h *host) settle() bot.Exit {
	ended := make(chan struct{})
	go func() {
		if !h.ended {
			h.ended = true
			h.drainOut()
			h.process.Wait()
			h.exit = h.process.Close()
		}
		close(ended)
	}()
	for exits := bot.NewLoading(h.process, exitTime, nil); ; {
		select {
		case <-ended:
			h.drained.Wait()
			return h.exit
		case <-time.After(slice):
			if exits.Over() {
				h.process.Kill()
			}
		}
	}
}

// lastWords is how long to wait for the last output of a process that has closed its output.
const lastWords = 100 * time.Millisecond

// drainOut lets the log receive what is left in the pipe. It does not wait for other holders of the pipe.
func (h *host) drainOut() {
	drained := make(chan struct{})
	go func() {
		h.drained.Wait()
		close(drained)
	}()
	select {
	case <-drained:
	case <-time.After(lastWords):
	}
}

// doom kills the process without waiting for its end.
func (h *host) doom() {
	if !h.ended && !h.doomed {
		h.doomed, h.cpu = true, h.process.CPU()
		h.process.Kill()
	}
}

// kill kills the process and everything that it started, and returns how it ended if it had ended before.
func (h *host) kill() bot.Exit {
	if !h.ended {
		h.doom()
		h.ended = true
		h.drainOut() // closing the pipe would lose what the process has printed and nobody has read yet
		h.exit = h.process.Close()
		h.drained.Wait()
	}
	h.pipes.Close()
	if h.note != nil {
		h.note.close()
		h.note = nil
	}
	return h.exit
}
