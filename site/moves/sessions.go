package moves

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"agon/site/people"
)

// Limits bound sessions. The zero value of each means the usual one.
type Limits struct {
	Person   int           // sessions of a person at once; 2
	All      int           // sessions at once; 8
	Hourly   int           // new sessions of a person in an hour; 60
	Requests int           // of a session; 20000
	Idle     time.Duration // without a request; 2 minutes
	Lasts    time.Duration // of a session; 30 minutes
	Thinks   time.Duration // of the bot in all its moves; 3 minutes
	Wait     time.Duration // for an answer; 30 seconds
}

func (l Limits) usual() Limits {
	for _, x := range []struct {
		n     *int
		usual int
	}{{&l.Person, 2}, {&l.All, 8}, {&l.Hourly, 60}, {&l.Requests, 20000}} {
		if *x.n <= 0 {
			*x.n = x.usual
		}
	}
	for _, x := range []struct {
		d     *time.Duration
		usual time.Duration
	}{{&l.Idle, 2 * time.Minute}, {&l.Lasts, 30 * time.Minute}, {&l.Thinks, 3 * time.Minute}, {&l.Wait, 30 * time.Second}} {
		if *x.d <= 0 {
			*x.d = x.usual
		}
	}
	return l
}

// A Starter starts the process of a session: it reads lines of JSON, first the opening and then requests, and writes one line for each. It
// ends when its input ends or ctx is done. Closing it ends its input, and waits for it.
type Starter func(ctx context.Context, file, ref string) (io.ReadWriteCloser, error)

// Sessions are those of a site. The methods are safe for concurrent use.
type Sessions struct {
	start  Starter
	limits Limits

	mu     sync.Mutex // guards the rest
	open   map[string]*session
	begun  map[int64]*rate.Limiter // new sessions, by person
	closed bool
	work   sync.WaitGroup
}

// New returns sessions whose processes start starts.
func New(start Starter, l Limits) *Sessions {
	return &Sessions{start: start, limits: l.usual(), open: map[string]*session{}, begun: map[int64]*rate.Limiter{}}
}

// session is one that is open.
type session struct {
	person  int64
	process io.ReadWriteCloser
	lines   *bufio.Scanner
	cancel  context.CancelFunc
	idle    *time.Timer

	busy     sync.Mutex // held during a request
	requests int
	thought  time.Duration
}

// mostLine bounds an answer of a session's process, in bytes: above any move of 64 KiB in JSON.
const mostLine = 1 << 20

func problem(format string, args ...any) error {
	return &people.Problem{Text: fmt.Sprintf(format, args...)}
}

// Open begins a session of a bot under the conditions of a contest's file. The opening is JSON, and refused with a [*people.Problem] if it
// fits to no game of the contest.
func (s *Sessions) Open(person int64, file, ref string, opening []byte) (id string, err error) {
	x := &session{person: person}
	id, err = s.add(x)
	if err != nil {
		return "", err
	}
	defer s.work.Done()
	x.busy.Lock()
	defer x.busy.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), s.limits.Lasts)
	s.mu.Lock()
	x.cancel = cancel
	ended := s.closed
	s.mu.Unlock()
	if ended {
		cancel()
	}
	process, err := s.start(ctx, file, ref)
	if err != nil {
		s.drop(id, x)
		return "", err
	}
	x.process, x.lines = process, bufio.NewScanner(process)
	x.lines.Buffer(nil, mostLine)
	s.work.Go(func() { // the process ends with the session, whatever ends it, and after it
		<-ctx.Done()
		s.end(id, x)
		process.Close()
	})
	if _, err := s.exchange(x, opening); err != nil {
		s.drop(id, x)
		return "", err
	}
	x.idle = time.AfterFunc(s.limits.Idle, cancel)
	return id, nil
}

// add makes room for a session.
func (s *Sessions) add(x *session) (id string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	mine := 0
	for _, other := range s.open {
		if other.person == x.person {
			mine++
		}
	}
	if s.begun[x.person] == nil {
		s.begun[x.person] = rate.NewLimiter(rate.Every(time.Hour/time.Duration(s.limits.Hourly)), s.limits.Hourly)
	}
	switch {
	case s.closed:
		return "", problem("The site is about to stop.")
	case mine >= s.limits.Person:
		return "", problem("%d games with bots of this site are yours already, which is the limit; end one, or wait for %v.", mine,
			s.limits.Idle)
	case len(s.open) >= s.limits.All:
		return "", problem("The bots of this site play in %d games already, which is the limit; try again later.", len(s.open))
	case !s.begun[x.person].Allow():
		return "", problem("You have begun %d games with bots of this site within an hour, which is the limit.", s.limits.Hourly)
	}
	id = rand.Text()
	s.open[id] = x
	s.work.Add(1) // until Open returns
	return id, nil
}

// drop ends a session.
func (s *Sessions) drop(id string, x *session) {
	s.mu.Lock()
	cancel := x.cancel
	s.mu.Unlock()
	if cancel != nil {
		cancel()
	}
	s.end(id, x)
}

// end forgets a session that is over.
func (s *Sessions) end(id string, x *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[id] == x {
		delete(s.open, id)
	}
}

// find returns a session of a person; the error is [people.ErrNobody] if it is over.
func (s *Sessions) find(person int64, id string) (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.open[id]
	if x == nil || x.person != person {
		return nil, people.ErrNobody
	}
	return x, nil
}

// Move sends a request, which is JSON, and returns the answer. Any error but that of two requests at once ends the session.
func (s *Sessions) Move(person int64, id string, request []byte) (answer []byte, err error) {
	x, err := s.find(person, id)
	if err != nil {
		return nil, err
	}
	if !x.busy.TryLock() {
		return nil, problem("The session has a request already: wait for its answer.")
	}
	defer x.busy.Unlock()
	x.idle.Stop()
	defer x.idle.Reset(s.limits.Idle)
	x.requests++
	if x.requests > s.limits.Requests {
		err = problem("The game has more than %d requests, which is the limit.", s.limits.Requests)
	} else {
		answer, err = s.exchange(x, request)
	}
	if err == nil {
		err = s.charge(x, answer)
	}
	if err != nil {
		s.drop(id, x)
		return nil, err
	}
	return answer, nil
}

// Close ends a session.
func (s *Sessions) Close(person int64, id string) error {
	x, err := s.find(person, id)
	if err != nil {
		return err
	}
	s.drop(id, x)
	return nil
}

// exchange sends a line and returns the answer.
func (s *Sessions) exchange(x *session, line []byte) ([]byte, error) {
	late := time.AfterFunc(s.limits.Wait, x.cancel)
	_, err := x.process.Write(append(line[:len(line):len(line)], '\n'))
	answered := err == nil && x.lines.Scan()
	switch inTime := late.Stop(); {
	case !inTime: // the process is being stopped, even if the answer came meanwhile
		return nil, problem("The bot gave no answer within %v: the game is over here.", s.limits.Wait)
	case !answered:
		return nil, problem("The session has ended: the game is over here.")
	}
	var moves struct {
		Refused string `json:"refused"`
	}
	answer := append([]byte(nil), x.lines.Bytes()...)
	if err := json.Unmarshal(answer, &moves); err != nil {
		return nil, fmt.Errorf("read the answer of a session: %w", err)
	}
	if moves.Refused != "" {
		return nil, problem("%s.", moves.Refused)
	}
	return answer, nil
}

// charge adds the time of a move to the session's.
func (s *Sessions) charge(x *session, answer []byte) error {
	var used struct {
		WallUs int64 `json:"wall_us"`
		CPUUs  int64 `json:"cpu_us"`
	}
	if err := json.Unmarshal(answer, &used); err != nil {
		return fmt.Errorf("read the answer of a session: %w", err)
	}
	x.thought += time.Duration(max(used.WallUs, used.CPUUs)) * time.Microsecond
	if x.thought > s.limits.Thinks {
		return problem("The bot has used its %v in this game, which is the limit.", s.limits.Thinks)
	}
	return nil
}

// End ends all sessions and waits for their processes.
func (s *Sessions) End() {
	s.mu.Lock()
	s.closed = true
	var all []context.CancelFunc
	for _, x := range s.open {
		if x.cancel != nil {
			all = append(all, x.cancel)
		}
	}
	s.mu.Unlock()
	for _, cancel := range all {
		cancel()
	}
	s.work.Wait()
}
