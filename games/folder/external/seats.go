package external

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"agon/bot"
	"agon/game"
	"agon/games/folder/child"
	"agon/games/folder/engine"
	"agon/games/folder/external/shim"
	"agon/internal/pattern"
	"agon/internal/sockets"
)

// Seats is how an engine that starts its bots itself, or reads them as files, is understood.
type Seats struct {
	PromptEnds  *regexp.Regexp // matches the last line of a prompt; nil: it ends where the engine waits
	AnswerEnds  *regexp.Regexp // matches the last line of an answer; nil: an answer has AnswerLines
	AnswerLines int            // 0: 1
	Suffix      string         // of the names of files that bots are
	Port        uint32         // of 127.0.0.1, at which the engine listens for its bots; 0: it starts them
	PortEach    bool           // seat 1 connects to the port after it, and so on
	BotsFirst   bool           // a bot speaks before it is sent anything: its first prompt may be empty
	Scores      Scores
}

/*
seated is the protocol of engines that start their bots themselves. In place of each bot agon has the engine start a process of its own, a
seat, in the engine's sandbox: it passes what the engine writes to agon, and to the engine what the bot answers, which agon has asked in the
bot's own sandbox.

A prompt is what the engine has written to a seat when it waits: each task of its tree sleeps, none has used a processor while they were
looked at, and nothing is under way between the engine and agon. Where the last line of a prompt is known, a seat is asked when it has all
of it; otherwise when it has something, and of several seats those from which the engine reads. All of these are asked at once.

A bot that fails is gone for the engine: its seat ends, and with it both pipes.

Where the engine listens for its bots, agon runs it, and starts a seat with a connection to it in place of pipes (ports.go).

Engines that read their bots as files are the same without seats: the answer of each bot is its file, and the engine is started with them.
*/
type seated struct {
	*Engine
	asFiles bool
	files   map[string][]byte // what bots are, once they have answered
	room    *room
	seats   []*link // by seat; nil: the engine has not started it yet
	dialled int     // how many seats were told to connect, where the engine listens for them
	runner  *link   // of the process that runs the engine
	output  []byte  // what the engine has printed
	shown   int     // how much of it was shown
}

// keptOutput bounds what is kept of the output of a game, in bytes.
const keptOutput = 8 << 20

// prepare has the engine started with agon's processes in place of its bots.
func (p *seated) prepare(c *bot.Command, d *deal) (err error) {
	if len(p.Shim) == 0 || strings.ContainsAny(p.Shim[0], " \t'\"\\") {
		return fmt.Errorf("the engine starts agon in place of its bots, and the path of agon, %q, is unknown or has a blank: move agon",
			p.Shim[:min(1, len(p.Shim))])
	}
	if p.room, err = newRoom(p.Temporary); err != nil {
		return err
	}
	p.seats = make([]*link, d.seats)
	words := p.words(d)
	if p.Seats.Scores.File != "" || p.asFiles || p.Seats.Port != 0 || strings.Contains(strings.Join(words, " "), shim.Out) {
		words = slices.Concat(p.Shim[1:], []string{"run", p.room.socket(), p.Seats.Scores.File, c.Path}, words)
		c.Path = p.Shim[0]
	}
	c.Args, c.Sessions, c.Continues, c.Loopback = words, true, true, p.Seats.Port != 0
	c.Readable = append(c.Readable, p.room.folder, p.Shim[0])
	return nil
}

// mostSeed bounds the seed that an engine is started with: a number of every language, and of every parser of arguments.
const mostSeed = 1<<31 - 1

// words returns the arguments of the engine with the names in them replaced.
func (p *seated) words(d *deal) (words []string) {
	names := []string{"{seed}", strconv.FormatInt(d.seed&mostSeed, 10), "{seats}", strconv.Itoa(d.seats), "{port}", p.port(0)}
	for _, name := range slices.Sorted(maps.Keys(d.options)) {
		names = append(names, "{"+name+"}", oneLine(fmt.Sprint(d.options[name])))
	}
	var bots []string
	for seat := range d.seats {
		bots = append(bots, p.bot(seat))
		names = append(names, fmt.Sprintf("{bot%d}", seat+1), bots[seat], fmt.Sprintf("{port%d}", seat+1), p.port(seat))
	}
	replacer := strings.NewReplacer(names...)
	for _, word := range p.Run[1:] {
		if word == "{bots}" {
			words = append(words, bots...)
			continue
		}
		words = append(words, replacer.Replace(word))
	}
	return words
}

// bot returns what the engine is given for a bot: the command of its seat, or the path of its file.
func (p *seated) bot(seat int) string {
	if p.asFiles {
		return shim.Out + "/" + p.file(seat)
	}
	return strings.Join(p.seat(seat), " ")
}

// seat returns the command of a seat.
func (p *seated) seat(seat int) []string {
	return append(slices.Clone(p.Shim), strconv.Itoa(seat), p.room.socket())
}

func (p *seated) file(seat int) string { return fmt.Sprintf("bot%d%s", seat+1, p.Seats.Suffix) }

// leave removes what it has on the host.
func (p *seated) leave() {
	if p.room != nil {
		p.room.close()
	}
}

func (p *seated) begin(s *session, _ *deal) error {
	switch {
	case s.Blocked == nil || s.Reads == nil:
		return &bot.HostError{Err: errors.New("an engine that starts its bots itself is played in agon's own sandbox on Linux only: agon " +
			"asks the kernel whether it waits")}
	case p.Seats.Port != 0 && s.Dial == nil:
		return &bot.HostError{Err: fmt.Errorf("the game's engine listens on a port, and sandbox level %s gives it no network of its own; "+
			"agon sandbox explains why this machine has none", p.Launcher().Level())}
	}
	return nil
}

// answer passes on the answers. Who gave none is gone.
func (p *seated) answer(_ *session, asks []engine.Ask, plays []engine.Play) error {
	if p.asFiles {
		p.files = map[string][]byte{}
		for seat := range plays {
			p.files[p.file(seat)] = []byte(plays[seat].Move + "\n")
		}
		p.order()
		return nil
	}
	for seat, a := range asks {
		switch l := p.seats[seat]; {
		case a.Lines == 0 || l == nil || l.over():
		case plays[seat].Why != game.NoFault:
			l.close()
		default:
			l.send(plays[seat].Move + "\n")
		}
	}
	return nil
}

// hear waits until the engine waits for answers, or until it ends.
func (p *seated) hear(s *session) (*turn, error) {
	const shortest = 50 * time.Microsecond
	t := s.begun()
	defer p.show(t)
	if p.asFiles && p.files == nil {
		for seat := range t.Asks {
			t.Owes.Add(game.Seat(seat))
			t.Asks[seat] = engine.Ask{Lines: 1, Ends: anything()}
		}
		return t, nil
	}
	for step := shortest; ; step = min(2*step, child.Slice) {
		some, err := p.exchange(s, step)
		if err == nil && !some && p.due() {
			if seats, idle := p.awaited(s); idle {
				if some, err = p.exchange(s, 0); err == nil && !some {
					if !p.unconnected() {
						return t, p.ask(s, t, seats)
					}
					some, err = true, p.connect()
				}
			}
		}
		switch {
		case err == io.EOF:
			return p.finish(s, t)
		case err != nil:
			return nil, err
		case some:
			step = shortest / 2
		case s.over(step):
			return nil, p.silent(s)
		}
	}
}

// anything matches each last line of an answer: a file has any number of lines.
var anything = pattern.Of(``)

// awaited reports whether no task of the engine does anything, and returns the seats to ask then: of those with a prompt the ones from
// which it reads, unless prompts say themselves that they are whole. A task that was looked at first may have been woken since, by another
// or by its own clock, and looks as if it read nothing: it has used a processor before it sleeps again.
func (p *seated) awaited(s *session) (seats []int, idle bool) {
	before := s.CPU()
	if !s.Blocked() {
		return nil, false
	}
	seats = p.prompted()
	if p.Seats.PromptEnds == nil && len(seats) > 1 {
		ignored := func(seat int) bool { return !s.Reads(p.input(s, p.seats[seat])) }
		if read := slices.DeleteFunc(slices.Clone(seats), ignored); len(read) > 0 {
			seats = read
		}
		if !s.Blocked() {
			return nil, false
		}
	}
	return seats, s.CPU() == before
}

// silent returns the error of an engine whose time is over.
func (p *seated) silent(s *session) error {
	if err := p.unheard(s); err != nil || !s.Asleep() {
		return cmp.Or(err, child.ErrSilent)
	}
	rule := ""
	if p.Seats.Port != 0 {
		rule = fmt.Sprintf(", and has connected once for each of %d seats", s.seats)
	}
	return wrong("it waits, and has sent nothing that ends a prompt to a bot since the last answers: agon asks a bot that it has "+
		"written to%s; if a prompt has a last line of its own, prompt_ends in [engine] of game.toml must match it", rule)
}

// exchange passes on what there is, and waits for it at most limit. It returns io.EOF at the end of the engine's output.
func (p *seated) exchange(s *session, limit time.Duration) (some bool, err error) {
	n, err := p.room.exchange(s.Pipes, &p.output, limit)
	if s.heard += n; s.heard > most {
		return true, errLong
	}
	if cut := len(p.output) - keptOutput; cut > 0 {
		p.output = append([]byte(nil), p.output[cut:]...)
		p.shown = max(0, p.shown-cut)
	}
	if err != nil {
		return n > 0, err
	}
	return n > 0, p.greet(s)
}

// greet reads who has connected.
func (p *seated) greet(s *session) error {
	for _, l := range p.room.links {
		line, rest, whole := bytes.Cut(l.in, []byte("\n"))
		if l.known || !whole {
			continue
		}
		l.known, l.in = true, bytes.Clone(rest)
		var seat int
		n, _ := fmt.Sscanf(string(line), "seat %d %d %d", &seat, &l.pipe, &l.port)
		switch {
		case n == 0:
			p.runner = l
		case seat < 0 || seat >= s.seats:
			return wrong("it starts bot %d, and the game has %d", seat+1, s.seats)
		case p.seats[seat] != nil:
			return wrong("it starts {bot%d} twice: a game is one start of each bot", seat+1)
		default:
			p.seats[seat] = l
		}
	}
	p.order()
	return nil
}

// order has the engine started, if a process of agon's runs it: at once, or when there are the files that it reads.
func (p *seated) order() {
	if p.runner == nil || p.runner.ordered || p.asFiles && p.files == nil {
		return
	}
	p.runner.ordered = true
	p.runner.send(inJSON(shim.Order{Files: p.files}))
}

// due reports whether there is something to do once the engine waits.
func (p *seated) due() bool {
	switch {
	case p.Seats.Port != 0 && sockets.Underway():
		return false
	case p.unconnected():
		return p.runner != nil && p.runner.ordered && p.dialled == p.connected()
	}
	return len(p.prompted()) > 0
}

// prompted returns the seats that have a whole prompt.
func (p *seated) prompted() (seats []int) {
	for seat, l := range p.seats {
		if l != nil && !l.over() && (p.prompt(l) > 0 || p.Seats.BotsFirst && !l.asked) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// prompt returns how much of what was written to a seat is its prompt. The beginning of a line is none: its bot would wait for the rest.
func (p *seated) prompt(l *link) int {
	if p.Seats.PromptEnds == nil {
		if !bytes.HasSuffix(l.in, []byte("\n")) {
			return 0
		}
		return len(l.in)
	}
	for at := 0; ; {
		end := bytes.IndexByte(l.in[at:], '\n')
		if end < 0 {
			return 0
		}
		if p.Seats.PromptEnds.Match(bytes.TrimSuffix(l.in[at:at+end], []byte("\r"))) {
			return at + end + 1
		}
		at += end + 1
	}
}

// ask takes the prompts of seats.
func (p *seated) ask(s *session, t *turn, seats []int) error {
	if err := p.refused(); err != nil && s.round == 0 {
		return err
	}
	for _, seat := range seats {
		l := p.seats[seat]
		n := p.prompt(l)
		t.Owes.Add(game.Seat(seat))
		t.Asks[seat] = engine.Ask{Prompt: string(l.in[:n]), Lines: max(1, p.Seats.AnswerLines), Ends: p.Seats.AnswerEnds}
		l.in, l.asked = append([]byte(nil), l.in[n:]...), true
	}
	t.Round = s.round + 1
	return nil
}

// finish returns the end of a game whose engine has closed its output.
func (p *seated) finish(s *session, t *turn) (*turn, error) {
	exit := s.Ended(p.Turn)
	for n := 1; n > 0; {
		n, _ = p.room.exchange(nil, &p.output, 0)
	}
	p.greet(s)
	switch {
	case exit.Fault != "" || exit.Signal != 0:
		return nil, io.EOF
	case p.Seats.Port != 0 && s.round == 0:
		return nil, wrong("its process ended with code %d before it asked a bot over a connection at %s", exit.Code, p.address(0))
	}
	var file []byte
	if p.runner != nil {
		file = p.runner.in
	}
	ranks, err := p.Seats.Scores.of(p.output, file, exit.Code, s.seats)
	if err != nil && exit.Code != 0 && !p.Seats.Scores.Exit {
		err = wrong("its process ended with code %d, and %v", exit.Code, err)
	}
	t.Over, t.Ranks = true, ranks
	return t, err
}

// mostShown bounds the lines of a turn that people are shown.
const mostShown = 100

// show has people shown what the engine has printed since the last turn. It decides nothing: it may have times and paths in it.
func (p *seated) show(t *turn) {
	text := p.output[p.shown:]
	end := bytes.LastIndexByte(text, '\n') + 1
	p.shown += end
	lines := strings.Split(strings.ToValidUTF8(string(text[:end]), "?"), "\n")
	lines = lines[:len(lines)-1]
	t.Printed = lines[max(0, len(lines)-mostShown):]
}
