package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"agon/contest"
	"agon/game"
	"agon/queue"
	"agon/replay"
)

// A Worker is what the organiser sees of a worker.
type Worker struct {
	Name string
	State
	Seen   time.Time // when it last said something
	Here   bool
	Played int     // games that count
	Late   int     // moves that were late
	Moves  int     //
	Speed  float64 // of a processor, compared with this machine's; 0: unknown
	Checks int     // games that were played again elsewhere
	Differ int     // of these, with other moves
	Pace   float64 // time of its bots for a move, divided by that of the same bots elsewhere; 0: unknown
	Aside  string  // why nothing that it sends counts; empty: it does
	Unfit  string  // why it gets no games of the contest; empty: it gets some
}

// Efficiency returns the part of its cores' time in which bots were busy.
func (w *Worker) Efficiency() float64 {
	if w.Uptime <= 0 || w.Cores <= 0 {
		return 0
	}
	return w.Busy.Seconds() / (w.Uptime.Seconds() * float64(w.Cores))
}

// peer is a worker as the server knows it.
type peer struct {
	Worker
	fixtures []int           // that it has played and that count
	refusals int             // in a row
	ended    int             // orders, since it came or was overdue
	overdue  int             // times in a row that it reported nothing of its orders in time
	rests    time.Time       // until when it gets no orders, having been overdue
	differ   map[string]int  // games with other moves, by the other worker
	agree    map[string]int  // games with the same moves
	paces    paces           // of its bots
	notice   string          // the order that tells it that it is set aside; empty once it has no access any more
	until    time.Time       // when its access ends
	cannot   map[string]bool // bots that cannot play there, by hash
	misled   bool            // it has sent a frame that cannot be shown, which was said
}

// peer returns a worker, known or not. The caller holds the lock.
func (s *Server) peer(name string) *peer {
	w := s.peers[name]
	if w == nil {
		w = &peer{Worker: Worker{Name: name}, differ: map[string]int{}, agree: map[string]int{}, paces: paces{}, cannot: map[string]bool{}}
		s.peers[name] = w
	}
	return w
}

// firstCores of a worker take orders before it has ended any, since a worker may claim any number of cores. With each order that it ends one more does.
const firstCores = 4

// plays reports whether a worker plays games of the contest. The caller holds the lock.
func (w *peer) plays() bool {
	return w.Here && w.Aside == "" && w.Lacks == "" && !w.Leaving && w.Unfit == ""
}

// takes returns how many cores of a worker take orders. The caller holds the lock.
func (w *peer) takes() int {
	switch {
	case !w.plays() || time.Now().Before(w.rests):
		return 0
	case w.overdue > 0:
		return min(w.Cores, 1)
	}
	return min(w.Cores, firstCores+w.ended)
}

// count adds a game that counts. The caller holds the lock.
func (s *Server) count(w *peer, lineup []int, g *ReportedGame) {
	w.Played++
	w.fixtures = append(w.fixtures, g.Fixture)
	for i := range g.Seats {
		w.Moves += g.Seats[i].Seat.Moves
		w.Late += g.Seats[i].Seat.Faults[game.Late.String()]
		w.paces.add(lineup[i], &g.Seats[i])
		s.paces.add(lineup[i], &g.Seats[i])
	}
}

// mostRefusals in a row set a worker aside: it cannot play this contest.
const mostRefusals = 3

// refuse takes an order back that a worker cannot play.
func (p *play) refuse(ctx context.Context, w *peer, o *order, r *Report) {
	why := oneLine(r.Refused)
	var notes []string
	p.mu.Lock()
	for _, entry := range o.job.Lineup {
		e := p.stage.Entry(entry)
		if lacks, ok := r.Cannot[e.Hash]; ok && !w.cannot[e.Hash] {
			w.cannot[e.Hash] = true
			notes = append(notes, fmt.Sprintf("worker %s cannot play %s, and gets no more of its games until it is started again: %s", w.Name, e.Name, oneLine(lacks)))
		}
	}
	if notes == nil {
		w.refusals++
	}
	many := w.refusals >= mostRefusals
	p.mu.Unlock()
	p.end(o)
	if notes != nil {
		for _, text := range notes {
			p.options.Note(text)
		}
		return
	}
	if many {
		p.aside(ctx, w, "it cannot play this contest: "+why)
		return
	}
	p.options.Note(fmt.Sprintf("worker %s cannot play %s: %s", w.Name, strings.Join(p.stage.Names(o.job), ", "), why))
}

// aside sets a worker aside and has what it played played again, as far as that is possible.
func (p *play) aside(ctx context.Context, w *peer, why string) {
	p.mu.Lock()
	if w.Aside != "" {
		p.mu.Unlock()
		return
	}
	w.Aside = oneLine(why)
	games := len(w.fixtures)
	p.paces.leave(w.paces)
	w.paces = paces{}
	p.mu.Unlock()
	text := fmt.Sprintf("worker %s is set aside: %s", w.Name, w.Aside)
	if games > 0 {
		text += fmt.Sprintf("; it has played %d games, which are played again where that is possible", games)
	}
	p.options.Note(text)
	p.dismiss(ctx, w)
	if games > 0 {
		if err := p.options.Journal.write(entry{Worker: w.Name, Aside: w.Aside}); err != nil {
			p.fail(err)
			return
		}
		p.fail(errUnsettled)
	}
	p.change()
}

// errUnsettled ends a play when a worker with games is set aside.
var errUnsettled = errors.New("games are not believed any more")

// unsettled returns a worker that is set aside and whose games the contest has not decided about; nil if there is none.
func (s *Server) unsettled() *contest.Distrust {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, w := range s.peers {
		if w.Aside != "" && len(w.fixtures) > 0 {
			games := slices.Clone(w.fixtures)
			return &contest.Distrust{Worker: name, Games: games, Why: w.Aside, Settled: func() { s.settled(w, games) }}
		}
	}
	return nil
}

// settled forgets games of a worker that the contest has decided about.
func (s *Server) settled(w *peer, games []int) {
	s.mu.Lock()
	w.fixtures = without(w.fixtures, games)
	s.mu.Unlock()
	if err := s.options.Journal.write(entry{Worker: w.Name, Settled: games}); err != nil {
		s.options.Note(err.Error()) // the next run decides about them again
	}
}

// writeDown adds the games of a report to the journal, before they count.
func (p *play) writeDown(w *peer, o *order, games []ReportedGame) error {
	if o.check != nil {
		return nil
	}
	e := entry{Worker: w.Name}
	p.mu.Lock()
	for i := range games {
		if o.left[games[i].Fixture] {
			e.Games = append(e.Games, games[i].Fixture)
		}
	}
	p.mu.Unlock()
	if e.Games == nil {
		return nil
	}
	return p.options.Journal.write(e)
}

// dismiss tells a worker that it is set aside. Its access ends when it has had time to read that.
func (p *play) dismiss(ctx context.Context, w *peer) {
	p.mu.Lock()
	p.number++
	w.notice, w.until = fmt.Sprintf("%s-%d", p.run, p.number), time.Now().Add(p.options.Lease)
	p.mu.Unlock()
	body, err := Encode(Order{Agon: version, Dismissed: w.Aside})
	if err == nil {
		err = p.link.Jobs.Offer(ctx, queue.Job{Name: w.notice, Class: own(w.Name), Body: body})
	}
	if err != nil && ctx.Err() == nil {
		p.options.Note(fmt.Sprintf("worker %s does not learn that it is set aside: %v", w.Name, err))
	}
}

// remove ends the access of workers that are set aside, if they are due.
func (p *play) remove(ctx context.Context, due func(*peer) bool) {
	notices := map[string]string{}
	p.mu.Lock()
	for name, w := range p.peers {
		if w.notice != "" && due(w) {
			notices[name], w.notice = w.notice, ""
		}
	}
	p.mu.Unlock()
	for name, notice := range notices {
		errs := []error{p.link.Poison.Withdraw(ctx, notice)}
		if p.options.Remove != nil {
			if err := p.options.Remove(name); !errors.Is(err, fs.ErrNotExist) { // another contest of a site may have removed it
				errs = append(errs, err)
			}
		}
		if err := errors.Join(errs...); err != nil && ctx.Err() == nil {
			p.options.Note(fmt.Sprintf("worker %s keeps its access: %v", name, err))
		}
	}
}

// oneLine shortens a stranger's text for a message.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	if letters := []rune(text); len(letters) > 300 {
		text = string(letters[:300]) + "…"
	}
	return strings.TrimSpace(text)
}

// own returns the class of orders for one worker.
func own(worker string) string { return "worker " + worker }

// Classes returns the classes that a worker takes.
func Classes(worker string) []string { return []string{own(worker)} }

// twice has a game played again by another worker, one that has ended orders.
func (p *play) twice(ctx context.Context, first *peer, o *order, c checked) {
	p.mu.Lock()
	var others []string
	for name, w := range p.peers {
		if w != first && w.ended > 0 && w.takes() > 0 && p.suits(w, o.job.Lineup) {
			others = append(others, name)
		}
	}
	p.mu.Unlock()
	if len(others) == 0 {
		return
	}
	slices.Sort(others)
	job := o.job
	job.Fixtures = nil
	for _, f := range o.job.Fixtures {
		if f.ID == int64(c.fixture) {
			job.Fixtures = append(job.Fixtures, f)
		}
	}
	again := &order{job: job, left: map[int]bool{c.fixture: true}, check: &c, to: others[c.fixture%len(others)]}
	if err := p.dispatch(ctx, again, p.write(ctx, job)); err != nil && ctx.Err() == nil {
		p.options.Note(fmt.Sprintf("game %d of the sample is not checked: %v", c.fixture+1, err))
	}
}

// digest returns what was moved in a game, without times.
func digest(g ReportedGame) string {
	rep, err := replay.Decode(g.Replay)
	if err != nil {
		return ""
	}
	sum := sha256.New()
	for _, column := range rep.Record.Columns {
		fmt.Fprintf(sum, "%x\n", column)
	}
	fmt.Fprintf(sum, "%q", rep.Record.Words)
	return hex.EncodeToString(sum.Sum(nil))
}

// Workers disagree if this many games between them have other moves, and most that they were compared in.
const mostDiffer = 3

// compare compares a game of the sample with its second play. Who differs from two others, while these agree with each other, is set aside.
func (p *play) compare(ctx context.Context, second *peer, c *checked, moves string) (same bool) {
	p.mu.Lock()
	first := p.peer(c.by)
	first.Checks++
	second.Checks++
	if moves == c.digest {
		first.agree[second.Name]++
		second.agree[first.Name]++
		p.mu.Unlock()
		return true
	}
	first.Differ++
	second.Differ++
	first.differ[second.Name]++
	second.differ[first.Name]++
	text, liar := p.judge(first, second)
	p.mu.Unlock()
	if text != "" {
		p.options.Note(text)
	}
	if liar != nil {
		p.aside(ctx, liar, fmt.Sprintf("its moves differ from those of other workers in %d of %d games", liar.Differ, liar.Checks))
	}
	return false
}

// judge says what two workers that differ again mean. The caller holds the lock.
func (p *play) judge(a, b *peer) (text string, liar *peer) {
	for _, w := range []*peer{a, b} {
		against := 0
		for other, n := range w.differ {
			if n >= mostDiffer && n > w.agree[other] && p.backed(other, w.Name) {
				against++
			}
		}
		if against >= 2 {
			return "", w
		}
	}
	if a.differ[b.Name] == mostDiffer && a.agree[b.Name] < mostDiffer {
		text = fmt.Sprintf("workers %s and %s make other moves in %d of %d games that both have played: bots whose moves depend on time or chance, or a worker that is not honest",
			a.Name, b.Name, mostDiffer, mostDiffer+a.agree[b.Name])
	}
	return text, nil
}

// backed reports whether a worker agrees with somebody else than one.
func (p *play) backed(worker, except string) bool {
	for other, n := range p.peers[worker].agree {
		if other != except && n > p.peers[worker].differ[other] {
			return true
		}
	}
	return false
}

// watch looks at what workers say, every second, and once more at the end, for workers that have played all of it since.
func (p *play) watch(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		if err := p.look(ctx); err != nil && ctx.Err() == nil {
			p.options.Note(fmt.Sprintf("who is there is unknown: %v", err))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			last, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer stop()
			p.look(last) // what is unknown then stays unknown
			return
		}
	}
}

// look takes in the states of workers, and takes orders back that nobody plays.
func (p *play) look(ctx context.Context) error {
	reports, err := p.link.Presence.Reports(ctx)
	if err != nil {
		return err
	}
	seen := sighting{now: time.Now(), wrong: map[*peer]string{}}
	p.mu.Lock()
	for name, text := range reports {
		seen.take(p, name, text)
	}
	p.absent(reports, &seen)
	stale := p.stale(&seen)
	for _, w := range p.peers {
		seen.cores += w.takes()
	}
	p.mu.Unlock()
	for _, text := range seen.notes {
		p.options.Note(text)
	}
	for w, why := range seen.wrong {
		p.aside(ctx, w, why)
	}
	for _, w := range seen.again {
		p.dismiss(ctx, w)
	}
	for _, w := range seen.unfit {
		p.tell(ctx, w)
	}
	p.remove(ctx, func(w *peer) bool { return seen.now.After(w.until) })
	p.stage.Cores(seen.cores)
	p.change()
	if text := p.stuck(ctx, seen.cores); text != "" {
		p.options.Note(text)
	}
	poisoned, err := p.poisoned(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, o := range append(stale, poisoned...) {
		errs = append(errs, p.link.Poison.Withdraw(ctx, o.name))
		p.end(o)
	}
	return errors.Join(errs...)
}

// A sighting is what one look at the states of workers has found.
type sighting struct {
	now   time.Time
	cores int              // that take orders
	notes []string         // for the organiser
	wrong map[*peer]string // to be set aside, and why
	again []*peer          // set aside, and back
	unfit []*peer          // that get no games of the contest from now on
}

// take takes in the state of a worker. The caller holds the play's lock.
func (s *sighting) take(p *play, name string, text []byte) {
	w := p.peer(name)
	state, err := Decode[State](text)
	if err != nil {
		s.wrong[w] = err.Error()
		return
	}
	if !w.Here {
		s.notes = append(s.notes, fmt.Sprintf("worker %s is here: %s, %d cores", name, oneLine(state.System), state.Cores))
		if w.Aside != "" && w.notice == "" {
			s.again = append(s.again, w)
		}
	}
	if state.Lacks != "" && state.Lacks != w.Lacks {
		s.notes = append(s.notes, fmt.Sprintf("worker %s takes no games: %s", name, oneLine(state.Lacks)))
	}
	if !w.Here || state.Uptime < w.Uptime { // it was started again, perhaps with what it lacked
		clear(w.cannot)
		w.ended, w.overdue, w.rests = 0, 0, time.Time{}
	}
	if unfit := p.admit(&state); unfit != w.Unfit {
		w.Unfit = unfit
		if unfit != "" {
			s.notes = append(s.notes, fmt.Sprintf("worker %s gets no games: %s", name, unfit))
			s.unfit = append(s.unfit, w)
		}
	}
	state.Cores = min(max(state.Cores, 0), 4096)
	w.State, w.Here, w.Seen = state, true, s.now
	if w.Calibrated > 0 && p.options.Calibrated > 0 {
		s.compare(w, p.options.Calibrated)
	}
}

// compare compares the processor of a worker with this machine's.
func (s *sighting) compare(w *peer, here time.Duration) {
	before := w.Speed
	w.Speed = here.Seconds() / w.Calibrated.Seconds()
	if w.Speed < Slowest {
		s.wrong[w] = fmt.Sprintf("its processor has %.2f of the speed of this machine's, and at least %.2f is needed, so that bots have time for as much there as here", w.Speed, Slowest)
	} else if longer := Slowness(w.Calibrated, here); longer > 1 && before != w.Speed {
		s.notes = append(s.notes, fmt.Sprintf("worker %s has a processor of %.2f of the speed of this machine's: time limits are %.2f times as long there", w.Name, w.Speed, longer))
	}
}

// absent notes the workers that have gone. The caller holds the lock.
func (p *play) absent(reports map[string][]byte, s *sighting) {
	for name, w := range p.peers {
		if _, ok := reports[name]; ok || !w.Here {
			continue
		}
		w.Here = false
		how := "is silent; its games are offered to others"
		if w.Leaving {
			how = "has left"
		}
		s.notes = append(s.notes, fmt.Sprintf("worker %s %s", name, how))
	}
}

// longest that an order may go without a report.
const longest = 24 * time.Hour

// patience returns how long an order may go without a report: ten leases and what twenty times its games take, doubled for each time that no worker
// reported one of them in time, since bots may think for long. The caller holds the lock.
func (p *play) patience(o *order) time.Duration {
	long, times := 10*p.options.Lease+20*p.each*time.Duration(len(o.job.Fixtures)), 0
	for fixture := range o.left {
		times = max(times, p.overdue[fixture])
	}
	for range times {
		long = min(2*long, longest)
	}
	return min(long, longest)
}

// stale returns the orders that nobody plays: of a worker that has gone, or without a report for long. The caller holds the lock.
func (p *play) stale(s *sighting) (list []*order) {
	late := map[*peer][]*order{}
	for _, o := range p.orders {
		if p.lost(o, s.now) {
			list = append(list, o)
		} else if s.now.Sub(o.heard) > p.patience(o) {
			w := p.peer(o.to)
			late[w] = append(late[w], o)
		}
	}
	for w, orders := range late {
		heard, rest := s.now, time.Duration(0)
		for _, o := range orders {
			rest = max(rest, p.patience(o))
			for fixture := range o.left {
				p.overdue[fixture]++
			}
			if o.heard.Before(heard) {
				heard = o.heard
			}
		}
		for range w.overdue {
			rest = min(2*rest, longest)
		}
		w.ended, w.rests = 0, s.now.Add(rest)
		w.overdue++
		s.notes = append(s.notes, fmt.Sprintf("worker %s has reported nothing of %d orders for %v: their games are offered anew, with more time, and it gets no more for %v", w.Name, len(orders), s.now.Sub(heard).Round(time.Second), rest.Round(time.Second)))
		list = append(list, orders...)
	}
	return list
}

// poisoned returns the orders that no worker has ended in several attempts, and names them.
func (p *play) poisoned(ctx context.Context) (list []*order, err error) {
	found, err := p.link.Poison.Poisoned(ctx)
	if err != nil {
		return nil, err
	}
	for _, x := range found {
		p.mu.Lock()
		o := p.orders[x.Job.Name]
		p.mu.Unlock()
		if o != nil {
			p.options.Note(fmt.Sprintf("no worker ended games of %s in %d attempts; they are offered anew. What the workers print says more: agon worker", strings.Join(p.stage.Names(o.job), ", "), x.Deliveries))
			list = append(list, o)
		}
	}
	return list, nil
}

// Workers returns what is known of all workers, by name.
func (s *Server) Workers() []Worker {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Worker
	for _, w := range s.peers {
		if w.Seen.IsZero() && w.Aside == "" && w.Played == 0 { // only the journal knows it
			continue
		}
		w.Pace = s.paces.residual(w.paces)
		list = append(list, w.Worker)
	}
	slices.SortFunc(list, func(a, b Worker) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Orders returns how many orders workers have, and since when the oldest.
func (s *Server) Orders() (n int, oldest time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.orders {
		if oldest.IsZero() || o.since.Before(oldest) {
			oldest = o.since
		}
	}
	return len(s.orders), oldest
}

var _ contest.Remote = (*Server)(nil)
