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
)

// The class host's program: chance.py first, which changes how modules are imported, and machine.py last, which runs.
var (
	//go:embed template.py
	template string
	//go:embed chance.py
	chance string
	//go:embed modules.py
	modules string
	//go:embed machine.py
	machine string
)

// A Config says which bot is to be hosted, and how.
type Config struct {
	Python    string        // path of the interpreter
	Kind      string        // the kind's side of the host, Python source
	File      string        // the bot's file
	Class     string        // its class; empty for the only one of the file
	Profile   bool          // run the bot under the standard profiler; see Player.Profile
	Fresh     bool          // each game is played by a fork that no other game has touched
	List      bool          // the file lists bots of other files, some of which may be broken
	Loading   time.Duration // that the file may take to load, and each object of it to be constructed; 0: 30 s
	Readable  []string
	Libraries []string // of the host's that are loaded before the process is the bot's: numpy, scipy and what is in them; see bot.Template
	Limits    bot.Limits
	Launcher  bot.Launcher
	Shared    *Shared         // nil: frames carry everything
	Stop      <-chan struct{} // closed when nobody waits for the bot any more; nil: never
	Secret    *bot.Secret     // seeds its generators
	Log       *bot.Log

	look    bool     // the file's bots are constructed and asked who they are
	printed *printed // takes what the process prints; nil: Log
}

// Found is a bot that a file holds.
type Found struct {
	Class     string   `json:"class"`
	Name      string   `json:"name"`
	Author    string   `json:"author"`
	Error     string   `json:"error"`     // why it could not be constructed; its name is then its class
	Imports   []string `json:"imports"`   // packages beside the standard library
	Libraries []string `json:"libraries"` // modules of numpy and scipy that its files name
	Version   string   `json:"-"`         // of the interpreter, and of numpy where the bot uses it
	File      string   `json:"file"`      // where the class stands, which a list of bots may tell
}

// operations of frames; machine.py has the same numbers
const (
	opLoad    = 1
	opOpen    = 2
	opTurn    = 3
	opClose   = 4
	opProfile = 5
)

// loading is how long a bot's file may take to load, and its object to be constructed, where nobody said otherwise.
const loading = 30 * time.Second

func (c *Config) loading() time.Duration {
	if c.Loading > 0 {
		return c.Loading
	}
	return loading
}

// host is a running class host.
type host struct {
	process  bot.Process
	pauser   bot.Pauser    // nil: it runs all the time
	pondered time.Duration // outside its turns, and charged to no call yet
	pipes    *pipes
	note     *notePage
	drained  sync.WaitGroup
	printed  *printed       // nil: all goes to one log
	orders   map[string]any // what the first load must say of pages
	sequence uint32
	frame    []byte
	answer   []byte
	have     int
	watch    watch
	loading  time.Duration // that an order may take
	stop     <-chan struct{}
	exit     bot.Exit
	cpu      time.Duration // by the kernel's account, once it has ended
	ended    bool
}

// ErrMissing is an interpreter or a library that the host lacks: nobody's fault but the host's.
type ErrMissing struct{ What, Mend string }

func (e *ErrMissing) Error() string { return e.What + "; " + e.Mend }

// launch starts a host process. An error is the host's.
func launch(c Config) (*host, error) {
	if _, err := os.Stat(c.Python); err != nil {
		return nil, &ErrMissing{"no Python at " + c.Python, "install it (apt-get install python3 python3-numpy) or name another with --python or AGON_PYTHON"}
	}
	h := &host{printed: c.printed, answer: make([]byte, 1<<16), orders: map[string]any{}, loading: c.loading(), stop: c.Stop}
	command := bot.Command{
		Path: c.Python, Args: []string{"-u", "-c", chance + "\n\n" + modules + "\n\n" + machine}, Env: environment(), Dir: "/",
		Readable: c.Readable, Limits: c.Limits, Template: c.template(),
	}
	if c.Fresh {
		command.Own = 2 // the bot lives in a fork of a process that waits for it
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
	h.pauser, _ = h.process.(bot.Pauser)
	h.watch.process = h.process
	h.drained.Add(1)
	go func() {
		defer h.drained.Done()
		if c.printed == nil {
			c.Log.Drain(h.process.Err())
			return
		}
		c.printed.drain(h.process.Err())
	}()
	if h.pipes, err = newPipes(h.process.In(), h.process.Out()); err != nil {
		h.process.Kill()
		h.process.Wait()
		h.drained.Wait()
		return nil, &bot.HostError{Err: fmt.Errorf("start %s: %w", c.Python, err)}
	}
	return h, nil
}

// template is the process that class hosts of this interpreter are copies of.
func (c *Config) template() *bot.Template {
	if runtime.GOOS != "linux" {
		return nil
	}
	code := template + "\n\n" + chance + "\n\n" + modules + "\n\n" + machine
	return &bot.Template{Path: c.Python, Args: append([]string{"-u", "-c", code}, c.Libraries...), Env: environment()}
}

// unstarted says why a class host has not begun. Another interpreter helps only where this one is at fault.
func unstarted(python string, err error) error {
	var file *fs.PathError
	ours := errors.As(err, &file) && file.Op != "fork/exec" && file.Path != python // something that the launcher itself wanted to use
	if ours {
		return &bot.HostError{Err: fmt.Errorf("start the class host: %w", err)}
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.ENOEXEC) {
		return &ErrMissing{fmt.Sprintf("%s cannot be started: %v", python, err), "name another interpreter with --python or AGON_PYTHON"}
	}
	return &bot.HostError{Err: fmt.Errorf("start the class host: %w", err)}
}

// handPages gives the process the pages that it and the host both see.
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

// remote reports whether the process is started where no pages of this one can be seen.
func (c *Config) remote() bool {
	r, ok := c.Launcher.(bot.Remote)
	return ok && r.Remote()
}

// environment is what a Python bot finds: nothing of the host's own, one thread for numeric libraries.
func environment() []string {
	return []string{
		"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/tmp", "LANG=C.UTF-8", "PYTHONHASHSEED=0", "PYTHONDONTWRITEBYTECODE=1", "PYTHONNOUSERSITE=1",
		"OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1", "NUMEXPR_NUM_THREADS=1", "MPLBACKEND=Agg",
	}
}

// load loads a bot's file and returns the bots in it.
func (h *host) load(c Config, number int) ([]Found, error) {
	order := map[string]any{"kind": c.Kind, "file": c.File, "want": c.Class, "list": c.List, "fresh": c.Fresh, "look": c.look}
	maps.Copy(order, h.orders)
	var reply struct {
		Bots    []Found `json:"bots"`
		Error   string  `json:"error"`
		Missing string  `json:"missing"`
		Version string  `json:"version"`
	}
	if err := h.call(opLoad, number, 0, order, &reply); err != nil {
		return nil, fmt.Errorf("%s: the class host ended while it loaded the bot: %w", c.File, err)
	}
	if reply.Missing != "" {
		if mend := mend(reply.Missing); mend != "" {
			return nil, &ErrMissing{fmt.Sprintf("%s has no %s", c.Python, reply.Missing), mend}
		}
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

// mend is the command that installs a module that contests allow.
func mend(module string) string {
	switch module {
	case "numpy", "scipy", "matplotlib":
		return fmt.Sprintf("install it (apt-get install python3-%s) or name another interpreter with --python or AGON_PYTHON", module)
	case "scipy.signal":
		return mend("scipy")
	}
	return ""
}

// call sends an order as JSON and waits for its answer. A process that gives none is ended.
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

// header is the size of a frame's header.
const header = 12

// begin makes the header of a frame; what it holds is appended to h.frame.
func (h *host) begin(op byte, number, n int) {
	h.sequence++
	h.frame = append(h.frame[:0], op, byte(number))
	h.frame = binary.LittleEndian.AppendUint16(h.frame, uint16(n))
	h.frame = binary.LittleEndian.AppendUint32(h.frame, h.sequence)
	h.frame = binary.LittleEndian.AppendUint32(h.frame, 0)
}

// send writes the frame, after which the process may run.
func (h *host) send(limit time.Duration) error {
	if h.pauser != nil {
		h.pondered += h.pauser.Resume()
	}
	binary.LittleEndian.PutUint32(h.frame[8:], uint32(len(h.frame)-header))
	return h.pipes.write(h.frame, limit, h.stop)
}

// largestAnswer bounds what a host process may send back in one frame.
const largestAnswer = 1 << 20

var (
	errSilent  = errors.New("it gave no answer in time")
	errGarbled = errors.New("it wrote to the host's channel")
	errStopped = fmt.Errorf("%w: agon ends", errSilent)
)

// slice is how often it is looked, during a wait, whether the process has gone on to the next lane.
const slice = 20 * time.Millisecond

// receive reads the answer to the last frame. patience, if given, is asked now and again whether to wait on; else the deadline holds.
func (h *host) receive(deadline time.Time, patience func() bool) ([]byte, error) {
	h.have = 0
	for {
		if h.have >= 8 {
			size := int(binary.LittleEndian.Uint32(h.answer))
			if size > largestAnswer || binary.LittleEndian.Uint32(h.answer[4:]) != h.sequence {
				return nil, errGarbled
			}
			if h.have == 8+size {
				if h.pauser != nil {
					h.pauser.Pause()
				}
				return h.answer[8:h.have], nil
			}
			if h.have > 8+size {
				return nil, errGarbled
			}
			if 8+size > len(h.answer) {
				h.answer = append(h.answer, make([]byte, 8+size-len(h.answer))...)
			}
		}
		n, err := h.pipes.read(h.answer[h.have:], slice)
		if err != nil {
			return nil, err
		}
		h.have += n
		if n > 0 {
			continue
		}
		if isClosed(h.stop) {
			return nil, errStopped
		}
		if patience != nil && !patience() || patience == nil && time.Now().After(deadline) {
			return nil, errSilent
		}
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// why says what became of the process, when a pipe broke.
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
	case errors.Is(err, io.EOF) && exit.Signal != "" && exit.Signal != "killed":
		return fmt.Errorf("its process ended by signal: %s", exit.Signal)
	case exit.Signal != "":
		return errors.New("its process was killed")
	}
	return fmt.Errorf("its process ended with code %d", exit.Code)
}

// settle gives a process whose pipe broke a moment to end by itself, so that its exit is known.
func (h *host) settle() bot.Exit {
	ended := make(chan struct{})
	go func() {
		if !h.ended {
			h.ended = true
			h.hearOut()
			h.exit = h.process.Wait()
		}
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(time.Second):
		h.process.Kill()
		<-ended
	}
	h.drained.Wait()
	return h.exit
}

// lastWords is how long the end of what a process says is waited for, once it has ended its output.
const lastWords = 100 * time.Millisecond

// hearOut lets the log take what is still in the pipe, which goes with the process. It does not wait for other holders of the pipe.
func (h *host) hearOut() {
	heard := make(chan struct{})
	go func() {
		h.drained.Wait()
		close(heard)
	}()
	select {
	case <-heard:
	case <-time.After(lastWords):
	}
}

// kill ends the process and everything that it started, and returns how it ended if it had ended before.
func (h *host) kill() bot.Exit {
	if !h.ended {
		h.ended = true
		h.cpu = h.process.CPU()
		h.process.Kill()
		h.exit = h.process.Wait()
		h.drained.Wait()
	}
	h.pipes.close()
	if h.note != nil {
		h.note.close()
		h.note = nil
	}
	return h.exit
}
