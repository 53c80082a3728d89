package fleet

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"agon/contest/run"
	"agon/game"
)

// Where a contest has verify = "sample", this machine executes a part of the reported games, drawn by lot. The others are held until a
// second worker, drawn by lot too, has executed their moves: a game counts if both say the same of it. If not, or if the second one says
// nothing in time, this machine executes the game, and sets aside whoever said something else. So no game waits for ever, and nobody is set
// aside on the word of a worker.

// Executed is how many reported games there are for each that this machine executes itself.
const Executed = 20

// Verification describes for the organiser what is executed of the games that workers report.
func Verification(sample bool) string {
	if !sample {
		return "this machine executes the moves of every game that workers report (verify = \"all\")"
	}
	const accomplices = 0.25
	passes := accomplices * (1 - 1.0/Executed)
	return fmt.Sprintf("this machine executes the moves of one in %d of the games that workers report, and workers execute those of the "+
		"others (verify = \"sample\"): where a quarter of the workers are accomplices, one forged game passes with a chance of %.0f %%, "+
		"and five with %.2f %%", Executed, 100*passes, 100*math.Pow(passes, 5))
}

// Bounds of what other workers judge. What comes beyond them this machine executes.
const (
	judgeTime   = 4 * time.Second // of a core: games that take so long to play wait for a worker for each of its cores
	leastJudged = 64              // and these, however long they take
	mostHeld    = 256 << 20       // bytes of games, for all workers
	mostAsked   = 1 << 20         // bytes of a replay that is sent, and of replays in an order before the last
)

// judgeRest is how long a worker that did not judge in time is not asked.
const judgeRest = 10 * time.Minute

// A held game waits for the verdict of a second worker.
type held struct {
	order *order // with which it was played
	first *peer  // who played it
	judge *peer
	game  run.RemoteGame
	claim run.Claim
	bytes int
	over  bool // it was settled
}

// A word is why a game counts that was not executed here: two workers agreed.
type word struct{ first, judge string }

// judges returns the workers that may judge games of another one, by name: those that have ended orders.
func (p *play) judges(first *peer) (names []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for name, w := range p.peers {
		if w != first && w.ended > 0 && w.plays() && time.Now().After(w.judges) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// claimed takes in a game where a sample is executed. The error is that of take.
func (in *incoming) claimed(g run.RemoteGame) error {
	claim, err := in.stage.Claim(in.order.job, g)
	if err != nil {
		return err
	}
	in.mu.Lock()
	again := !in.order.left[g.Fixture] // the report came twice
	in.mu.Unlock()
	if again || in.hold(g, claim) {
		return nil
	}
	_, err = in.stage.Verify(in.order.job, g, &claim)
	return err
}

// hold holds a game for the worker that is drawn to judge it, and returns false if this machine executes it. A worker that has too much to
// judge is not passed over for another one: those that pretend to be idle would judge more.
func (in *incoming) hold(g run.RemoteGame, claim run.Claim) bool {
	if len(in.others) == 0 || in.lot("execute ", g.Fixture)%in.execute == 0 || in.stage.Seen(g.Fixture) {
		return false
	}
	h := &held{order: in.order, first: in.from, game: g, claim: claim, bytes: 2*len(g.Replay) + len(claim.Said)}
	for i := range g.Seats {
		for _, r := range g.Seats[i].Log {
			h.bytes += recordSize + len(r.Text)
		}
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	h.judge = in.peers[in.others[in.lot("judge ", g.Fixture)%uint64(len(in.others))]]
	most := leastJudged
	if in.each > 0 {
		most = max(most, int(judgeTime/in.each)*h.judge.takes(time.Now()))
	}
	if h.judge.judging >= most || in.heldBytes+h.bytes > mostHeld || len(g.Replay) > mostAsked {
		return false
	}
	h.judge.judging++
	in.heldBytes += h.bytes
	in.order.waits++
	in.held = append(in.held, h)
	return true
}

// settle forgets a held game, whatever came of it.
func (p *play) settle(games ...*held) {
	for _, h := range games {
		p.mu.Lock()
		if !h.over {
			h.judge.judging--
			p.heldBytes -= h.bytes
			h.order.waits--
			h.over = true
		}
		ended := h.order.over && h.order.waits == 0
		p.mu.Unlock()
		if ended {
			p.stage.Ended(h.order.job)
		}
	}
}

// ask sends the held games of a report to their judges.
func (in *incoming) ask(ctx context.Context) {
	slices.SortStableFunc(in.held, func(a, b *held) int { return strings.Compare(a.judge.Name, b.judge.Name) })
	for rest := in.held; len(rest) > 0; {
		n, size := 0, 0
		o, text := &order{to: rest[0].judge.Name, judged: map[int]*held{}}, Order{Agon: version, Terms: in.terms}
		for ; n < len(rest) && rest[n].judge.Name == o.to && size <= mostAsked; n++ {
			g := rest[n].game
			o.judged[g.Fixture], size = rest[n], size+len(g.Replay)
			text.Judge = append(text.Judge, JudgedGame{Fixture: g.Fixture, Replay: g.Replay})
		}
		in.enlist(o)
		err := in.dispatch(ctx, o, func() (_ Order, err error) {
			text.Rules, err = in.sendRules(ctx)
			return text, err
		})
		if err != nil && ctx.Err() == nil {
			in.options.Note(fmt.Sprintf("worker %s is not asked about %d games, which this machine executes: %v", o.to, n, err))
		}
		rest = rest[n:]
	}
}

// judged takes in what a worker says of games of another one.
func (in *incoming) judged(ctx context.Context, r *Report) {
	if !in.forget(in.order) { // it was not in time
		return
	}
	verdicts := map[int]Verdict{}
	for _, v := range r.Judged {
		verdicts[v.Fixture] = v
	}
	var agreed, others []*held
	for _, fixture := range slices.Sorted(maps.Keys(in.order.judged)) {
		h := in.order.judged[fixture]
		if v := verdicts[fixture]; v.Sum == h.claim.Sum() && v.Exact == h.claim.Exact() {
			agreed = append(agreed, h)
		} else {
			others = append(others, h)
		}
	}
	if r.Refused != "" {
		in.declines(in.from, r.Refused)
	}
	in.agree(agreed)
	in.executes(ctx, others, verdicts)
}

// agree enters games of which two workers say the same. All are of one report.
func (in *incoming) agree(games []*held) {
	defer in.settle(games...)
	var e entry
	in.mu.Lock()
	for _, h := range games {
		if h.first.Aside != "" { // its games are played again
			break
		}
		e = entry{Worker: in.from.Name, Of: h.first.Name, Judged: append(e.Judged, h.game.Fixture)}
		in.words[h.game.Fixture] = word{e.Of, e.Worker}
	}
	in.mu.Unlock()
	if e.Judged == nil {
		return
	}
	if err := in.options.Journal.write(e); err != nil {
		in.fail(err)
		return
	}
	for _, h := range games {
		in.stage.Enter(&h.claim)
	}
}

// executes executes held games here, unless the play ends, and settles them.
func (p *play) executes(ctx context.Context, games []*held, verdicts map[int]Verdict) {
	p.executing.Lock()
	defer p.executing.Unlock()
	for _, h := range games {
		p.mu.Lock()
		out := h.first.Aside != ""
		p.mu.Unlock()
		if !out && p.ended() == nil {
			p.decide(ctx, h, verdicts[h.game.Fixture])
		}
		p.settle(h)
	}
}

// decide executes a held game here, and sets aside whoever says something else of it that decides.
func (p *play) decide(ctx context.Context, h *held, v Verdict) {
	found, err := p.stage.Verify(h.order.job, h.game, &h.claim)
	if failed := (*game.RulesError)(nil); errors.As(err, &failed) { // this is nobody's report
		p.fail(err)
		return
	}
	switch {
	case err != nil:
		p.aside(ctx, h.first, "its report contradicts the rules: "+err.Error())
	case v.Sum != "" && v.Sum != found.Sum():
		p.aside(ctx, h.judge, fmt.Sprintf("it says that game %d of worker %s has another result than its moves give", h.game.Fixture+1,
			h.first.Name))
	case v.Why != "":
		p.declines(h.judge, v.Why)
	}
}

// declines notes that a worker cannot judge games. It is asked again when it was started again.
func (p *play) declines(w *peer, why string) {
	p.mu.Lock()
	known := time.Now().Before(w.judges)
	w.judges = time.Now().Add(longest)
	p.mu.Unlock()
	if !known {
		p.options.Note(fmt.Sprintf("worker %s cannot execute games of other workers, and is asked for none until it is started again: %s",
			w.Name, oneLine(why)))
	}
}

// unheard reports whether a worker should have judged the games of an order by now. The caller holds the lock.
func (s *sighting) unheard(o *order) bool {
	late := s.now.Sub(o.since) > 3*s.options.Lease+judgeTime+2*ahead*s.each
	if w := s.peer(o.to); late && s.now.After(w.judges) {
		w.judges = s.now.Add(judgeRest)
		s.notes = append(s.notes, fmt.Sprintf("worker %s has not executed %d games of another worker in time: this machine does, and asks "+
			"it for none in %v", w.Name, len(o.judged), judgeRest))
	}
	return late
}

// agreed returns the games that count because a worker and another one agreed. The caller holds the lock.
func (s *Server) agreed(worker string) (games []int) {
	for fixture, by := range s.words {
		if by.first == worker || by.judge == worker {
			games = append(games, fixture)
		}
	}
	slices.Sort(games)
	return games
}

// forged sets both workers aside that agreed about a game of which the rules make something else. The next play begins with their games.
func (s *Server) forged(fixture int, why error) {
	s.mu.Lock()
	by := s.words[fixture]
	both := []*peer{s.peer(by.first), s.peer(by.judge)}
	both = slices.DeleteFunc(both, func(w *peer) bool { return w.Aside != "" })
	for _, w := range both {
		w.Aside = oneLine(fmt.Sprintf("it agreed with another worker about game %d, whose moves give another result: %v", fixture+1, why))
		w.Here = false // it learns of it when it is seen again
	}
	s.mu.Unlock()
	for _, w := range both {
		s.options.Note(fmt.Sprintf("worker %s is set aside: %s; its games are played again where that is possible", w.Name, w.Aside))
		if err := s.options.Journal.write(entry{Worker: w.Name, Aside: w.Aside}); err != nil {
			s.options.Note(err.Error()) // the next run finds the same
		}
	}
}
