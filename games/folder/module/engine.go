/*
Package module runs the rules of a game that are a WebAssembly module: in this process, or of those that another machine has sent in the
sandbox (confined.go). Modules are compiled in the sandbox, under limits of processor time and memory (compile.go): the compiler's time
grows with the square of the blocks of a function.

A module defines its own memory and exports these functions; all texts are UTF-8:

	agon_buffer(size i32) -> i32                     the address of a buffer of that size for what calls are given; it stays the buffer
	                                                 until a larger one is asked for
	agon_deal(seats i32, options i32) -> i64         a new game; the buffer holds as many bytes of options, a line NAME=VALUE for each
	agon_step(state i32, moves i32) -> i64           a turn; the buffer holds as many bytes of the packed state, and then of moves, a line
	                                                 SEAT=MOVE for each seat that owes one, the move as [engine.Pack] writes it; no move is
	                                                 a fault for which nothing stands
	agon_ask(what i32, seat i32, state i32, text i32) -> i64
	                                                 an answer about the packed state; what is a number of [engine.Question], seat -1 the
	                                                 audience. The text is a move or a fault

The results are the address of an answer times 2^32 plus its size. The answer of agon_ask is a text. Those of the others begin with the
size of the packed state in four bytes, the lowest first, which follows; the rest describes the position as [engine.Position.Read] says. A
size of 2^32-1 is a failure, and the rest says why.

A module may import from "agon" dice(n i32) -> i32, a number below n, and fail(address i32, size i32), which ends the call with a text
that says why; and what WASI preview 1 has, which gives it nothing: no file, no clock that runs, no chance. It must keep nothing between
two calls.

A call has a number of steps, not a time, so it ends in every process at the same one (see [metered]). Of the instructions for memory and
tables a module may use those that compilers write: memory.copy and memory.fill.
*/
package module

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"

	"agon/bot"
	"agon/game"
	"agon/games/folder/engine"
	"agon/internal/regular"
)

// Limits of a module.
const (
	pages   = 4096    // of 64 KiB: 256 MiB
	longest = 8 << 20 // bytes of an answer
	texts   = 100_000 // positions' texts that are kept, of longText bytes at most
	sights  = 4 << 20 // bytes of what seats see that are kept

	longText      = 16 << 10
	longestReason = 2000 // bytes of why a module fails
)

// Config describes which rules to run.
type Config struct {
	Folder string // of the game, absolute
	File   string // of the module, in it
	Steps  int64  // of one call: see metered; 0: 2 500 million, some seconds
	Cache  string // folder of compiled modules, of the user alone; empty: none

	// Compiled is the folder of the compiled module, which another process has made; empty: there is none yet
	Compiled string

	// agon and the arguments with which it calls Serve; empty: the module is compiled in this process, without limits
	Program  []string
	Launcher func() bot.Launcher // starts Program
	Compile  time.Duration       // processor time for compiling the module; 0: 20 s
	Ended    <-chan struct{}     // ends the compilation when it is closed; nil: nothing does
}

// An Engine is an [engine.Engine] of rules in a module.
type Engine struct {
	Config

	mu       sync.Mutex
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	err      error // why it cannot run
	idle     []*instance
	closed   bool
}

// New returns an engine, which compiles the module when it is asked.
func New(c Config) *Engine { return &Engine{Config: c.complete()} }

// complete returns the configuration with the usual limits, where it has none.
func (c Config) complete() Config {
	c.Steps = cmp.Or(c.Steps, 2_500_000_000)
	c.Compile = cmp.Or(c.Compile, compileTime)
	return c
}

// An instance is a module with a memory of its own, for one call at a time.
type instance struct {
	module             api.Module
	buffer, deal, step api.Function
	ask                api.Function
	dice               *game.Dice
	stack              [4]uint64
	input              []byte
	at                 uint32            // of the buffer
	room               int               // of the buffer, in bytes
	steps              api.MutableGlobal // those that it has left
	ctx                context.Context
	known              map[int]map[string]*info // by seats
	lines              map[string]string        // options as JSON -> as lines
	seen               map[sight]string         // what seats see in a position
	seenSize           int                      // of it, in bytes
}

// A sight is a seat's, or the audience's, of a packed state.
type sight struct {
	seat  int
	state string
}

// info is the content of a text about a position.
type info struct {
	owes  game.Seats
	moves [][]string
	ranks []engine.Rank
	round int
	fixed bool // the rules count the rounds
}

// the names of the functions that a module exports.
var exports = []string{"agon_buffer", "agon_deal", "agon_step", "agon_ask"}

// compile compiles the module once. e is locked.
func (e *Engine) compile() error {
	if e.runtime != nil || e.err != nil {
		return e.err
	}
	code, err := regular.Read(filepath.Join(e.Folder, e.File))
	if err != nil {
		e.err = err
		return err
	}
	dir := e.Compiled
	if found, _ := filepath.Glob(filepath.Join(dir, entries)); dir != "" && len(found) != 1 {
		e.err = fmt.Errorf("there are %d compiled modules in %s, want 1", len(found), dir)
		return e.err
	}
	if dir == "" && len(e.Program) > 0 {
		var done func()
		dir, done, err = e.compiledFolder(code)
		defer done()
		if err != nil {
			e.err = err
			return err
		}
	}
	e.runtime, e.compiled, err = load(code, e.Steps, dir)
	if err != nil {
		e.err = e.failure("the file", err.Error())
		if dir != "" && dir != e.Compiled {
			os.RemoveAll(dir) // a broken entry
		}
	}
	return e.err
}

// load compiles a module, or takes the compiled one from a folder and puts it there; an empty one is none. The runtime is to be closed,
// even after an error.
func load(code []byte, steps int64, dir string) (r wazero.Runtime, m wazero.CompiledModule, err error) {
	if code, err = metered(code, steps); err != nil {
		return nil, nil, err
	}
	ctx := context.Background()
	config, err := cached(wazero.NewRuntimeConfig().WithMemoryLimitPages(pages), dir)
	if err != nil {
		return nil, nil, err
	}
	r = wazero.NewRuntimeWithConfig(ctx, config)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	_, err = r.NewHostModuleBuilder("agon").
		NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(roll), []api.ValueType{api.ValueTypeI32},
		[]api.ValueType{api.ValueTypeI32}).Export("dice").
		NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(fail), []api.ValueType{api.ValueTypeI32, api.ValueTypeI32},
		nil).Export("fail").
		Instantiate(ctx)
	if err == nil {
		m, err = r.CompileModule(ctx, code)
	}
	if err == nil {
		err = missing(m)
	}
	return r, m, err
}

// roll gives a module a number by chance.
func roll(ctx context.Context, _ api.Module, stack []uint64) {
	x, _ := ctx.Value(instanceKey{}).(*instance)
	n := int(int32(uint32(stack[0])))
	if x == nil || x.dice == nil || n < 1 {
		panic(fmt.Errorf("dice(%d): there is no number below it, or no dice here: only agon_deal and agon_step have them", n))
	}
	stack[0] = uint64(x.dice.Intn(n))
}

// fail ends a call with a text of the module's.
func fail(_ context.Context, m api.Module, stack []uint64) {
	text, ok := m.Memory().Read(uint32(stack[0]), min(uint32(stack[1]), longestReason))
	if !ok {
		text = []byte("it fails, and says why outside its memory")
	}
	panic(errors.New(strings.ToValidUTF8(string(text), "?")))
}

// instanceKey is the key of a call's instance in its context.
type instanceKey struct{}

// missing returns an error for a module that does not export what it must, or imports what is not there.
func missing(m wazero.CompiledModule) error {
	for _, name := range exports {
		if m.ExportedFunctions()[name] == nil {
			return fmt.Errorf("the module exports no function %s", name)
		}
	}
	for _, f := range m.ImportedFunctions() {
		if module, name, _ := f.Import(); module != wasi_snapshot_preview1.ModuleName &&
			(module != "agon" || name != "dice" && name != "fail") {
			return fmt.Errorf("the module imports %s from %s: there are dice and fail from agon, and %s", name, module,
				wasi_snapshot_preview1.ModuleName)
		}
	}
	return nil
}

// take returns an instance that nobody uses, or a new one.
func (e *Engine) take() (*instance, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, errors.New("the rules have been closed")
	}
	if n := len(e.idle); n > 0 {
		x := e.idle[n-1]
		e.idle = e.idle[:n-1]
		return x, nil
	}
	if err := e.compile(); err != nil {
		return nil, err
	}
	ctx := context.Background()
	m, err := e.runtime.InstantiateModule(ctx, e.compiled, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize"))
	if err != nil {
		return nil, e.failure("the file", why(err))
	}
	x := &instance{
		module: m, buffer: m.ExportedFunction(exports[0]), deal: m.ExportedFunction(exports[1]), step: m.ExportedFunction(exports[2]),
		ask:   m.ExportedFunction(exports[3]),
		known: map[int]map[string]*info{}, lines: map[string]string{}, seen: map[sight]string{},
	}
	x.ctx = context.WithValue(ctx, instanceKey{}, x)
	if m.Memory() == nil {
		return nil, e.failure("the file", "the module exports no memory")
	}
	x.steps, _ = m.ExportedGlobal(left).(api.MutableGlobal)
	return x, nil
}

// give takes an instance back.
func (e *Engine) give(x *instance) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed || len(e.idle) >= 2*runtime.NumCPU() {
		x.module.Close(context.Background())
		return
	}
	e.idle = append(e.idle, x)
}

// Close ends the engine.
func (e *Engine) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil
	}
	e.closed = true
	if e.runtime != nil {
		return e.runtime.Close(context.Background())
	}
	return nil
}

func (e *Engine) failure(in, why string) error {
	return &engine.Failure{File: e.File, In: in, Why: why}
}

// why describes what ended a call.
func why(err error) string {
	if exit := (*sys.ExitError)(nil); errors.As(err, &exit) {
		return fmt.Sprintf("it ended with exit code %d", exit.ExitCode())
	}
	text, _, _ := strings.Cut(err.Error(), " (recovered by wazero)")
	return text
}

// ended describes what ended a call of an instance.
func (e *Engine) ended(x *instance, in string, err error) error {
	if int64(x.steps.Get()) < 0 {
		return e.failure(in, fmt.Sprintf("it has not returned after %d million steps", e.Steps/1e6))
	}
	return e.failure(in, why(err))
}

// call gives a function its input, and returns its answer, which is valid until the next call.
func (e *Engine) call(x *instance, in string, f api.Function, d *game.Dice, input int, params ...uint64) (answer []byte, err error) {
	x.dice = d
	x.steps.Set(uint64(e.Steps))
	if input > x.room {
		x.room = 2 * input
		x.stack[0] = uint64(x.room)
		if err := x.buffer.CallWithStack(x.ctx, x.stack[:]); err != nil {
			return nil, e.ended(x, in, err)
		}
		x.at = uint32(x.stack[0])
	}
	if input > 0 {
		if !x.module.Memory().Write(x.at, x.input[:input]) {
			return nil, e.failure("agon_buffer", fmt.Sprintf("it returns an address outside the memory for %d bytes", input))
		}
	}
	copy(x.stack[:], params)
	if err := f.CallWithStack(x.ctx, x.stack[:]); err != nil {
		return nil, e.ended(x, in, err)
	}
	at, size := uint32(x.stack[0]>>32), uint32(x.stack[0])
	if size > longest {
		return nil, e.failure(in, fmt.Sprintf("its answer has %d bytes", size))
	}
	answer, ok := x.module.Memory().Read(at, size)
	if !ok {
		return nil, e.failure(in, "its answer lies outside the memory")
	}
	return answer, nil
}

// done takes an instance back after a call. One that failed is not used again.
func (e *Engine) done(x *instance, err error) error {
	if err != nil {
		x.module.Close(context.Background())
		return err
	}
	e.give(x)
	return nil
}

// Deal begins a game.
func (e *Engine) Deal(options string, seats int, d *game.Dice) (*engine.Position, error) {
	x, err := e.take()
	if err != nil {
		return nil, err
	}
	x.input = append(x.input[:0], x.optionLines(options)...)
	p := &engine.Position{Options: options, Seats: seats}
	answer, err := e.call(x, "deal", x.deal, d, len(x.input), uint64(seats), uint64(len(x.input)))
	if err == nil {
		err = e.read(x, p, answer, "deal", 0)
	}
	return p, e.done(x, err)
}

// Step plays a turn.
func (e *Engine) Step(p *engine.Position, plays []engine.Play, d *game.Dice) (*engine.Position, error) {
	x, err := e.take()
	if err != nil {
		return nil, err
	}
	x.input = append(x.input[:0], p.State...)
	for seat, ok := p.Owes.Next(0); ok; seat, ok = p.Owes.Next(seat + 1) {
		x.input = append(strconv.AppendInt(x.input, int64(seat), 10), '=')
		x.input = append(append(x.input, engine.Pack(plays[seat].Move)...), '\n')
	}
	next := &engine.Position{Options: p.Options, Seats: p.Seats}
	answer, err := e.call(x, "step", x.step, d, len(x.input), uint64(len(p.State)), uint64(len(x.input)-len(p.State)))
	if err == nil {
		err = e.read(x, next, answer, "step", p.Round+1)
	}
	return next, e.done(x, err)
}

// Ask asks about a position. What seats see is kept, as far as there is room: in small games the same states come again and again.
func (e *Engine) Ask(p *engine.Position, what engine.Question, seat int, text string) (string, error) {
	x, err := e.take()
	if err != nil {
		return "", err
	}
	at := sight{seat, p.State}
	if what == engine.Observe {
		if answer, known := x.seen[at]; known {
			return answer, e.done(x, nil)
		}
	}
	x.input = append(append(x.input[:0], p.State...), text...)
	found, err := e.call(x, what.String(), x.ask, nil, len(x.input), uint64(what), api.EncodeI32(int32(seat)), uint64(len(p.State)),
		uint64(len(text)))
	answer := string(found)
	if size := len(answer) + len(p.State); what == engine.Observe && err == nil && x.seenSize+size <= sights {
		x.seen[at] = answer
		x.seenSize += size
	}
	return answer, e.done(x, err)
}

// OptionLines returns options, a JSON object, as a module takes them: a line NAME=VALUE for each, sorted.
func OptionLines(options string) (lines string) {
	values := map[string]any{}
	d := json.NewDecoder(strings.NewReader(options))
	d.UseNumber() // a million is not 1e+06
	if d.Decode(&values) == nil {
		for _, name := range slices.Sorted(maps.Keys(values)) {
			lines += fmt.Sprintf("%s=%v\n", name, values[name])
		}
	}
	return lines
}

// optionLines returns the lines of options, which it keeps.
func (x *instance) optionLines(options string) string {
	lines, known := x.lines[options]
	if !known {
		lines = OptionLines(options)
		x.lines[options] = lines
	}
	return lines
}

// failed is the size of a state in an answer that is a failure.
const failed = 0xffffffff

// read reads the answer of a deal or a step. Parsed texts are kept: the same ones come again and again.
func (e *Engine) read(x *instance, p *engine.Position, answer []byte, in string, round int) error {
	if len(answer) < 4 {
		return e.failure(in, "its answer is cut short")
	}
	size, rest := binary.LittleEndian.Uint32(answer), answer[4:]
	if size == failed {
		return e.failure(in, string(rest))
	}
	if int(size) > len(rest) {
		return e.failure(in, "its answer is cut short")
	}
	p.State = string(rest[:size])
	rest = rest[size:]
	known := x.known[p.Seats]
	if known == nil {
		known = map[string]*info{}
		x.known[p.Seats] = known
	}
	t := known[string(rest)]
	if t == nil {
		fresh := &engine.Position{Seats: p.Seats}
		if err := fresh.Read(string(rest), -1); err != nil {
			return e.failure(in, fmt.Sprintf("%v: %q", err, rest[:min(len(rest), 200)]))
		}
		for seat, moves := range fresh.Moves {
			if slices.Contains(moves, "") {
				return e.failure("moves", fmt.Sprintf("seat %d owes a move and has none, or one that is empty", seat))
			}
		}
		t = &info{fresh.Owes, fresh.Moves, fresh.Ranks, fresh.Round, fresh.Round >= 0}
		if len(known) < texts && len(rest) <= longText {
			known[string(rest)] = t
		}
	}
	p.Owes, p.Moves, p.Ranks, p.Round = t.owes, t.moves, t.ranks, round
	if t.fixed {
		p.Round = t.round
	}
	return nil
}
