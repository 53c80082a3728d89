package fleet

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"agon/record/replay"
)

// Some games are played twice, at two workers, since a report may have other moves than the bots made.

// sampled is the number of games for each that is played twice.
const sampled = 50

// checked is a game of the sample.
type checked struct {
	fixture int
	digest  string // of its moves as the first worker reported them
	by      string // the first worker
}

// chosen reports whether a game is of the sample.
func (s *Server) chosen(fixture int) bool { return s.lot("", fixture)%s.sampled == 0 }

// lot draws a number for a game, another one for each purpose. The key is drawn when the server starts and never leaves it, so that workers
// cannot know.
func (s *Server) lot(purpose string, fixture int) uint64 {
	h := hmac.New(sha256.New, s.key[:])
	fmt.Fprint(h, purpose, fixture)
	return binary.BigEndian.Uint64(h.Sum(nil))
}

// twice has a game played again by another worker, one that has ended orders.
func (p *play) twice(ctx context.Context, first *peer, o *order, c checked) {
	now := time.Now()
	p.mu.Lock()
	var others []string
	for name, w := range p.peers {
		if w != first && w.ended > 0 && w.takes(now) > 0 && p.suits(w, o.job.Lineup) {
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
	p.enlist(again)
	err := p.dispatch(ctx, again, func() (Order, error) { return p.write(ctx, again) })
	if err != nil && ctx.Err() == nil {
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

// judge returns what two workers that differ again mean: a note for the organiser, or who is set aside. The caller holds the lock.
func (s *Server) judge(a, b *peer) (text string, liar *peer) {
	for _, w := range []*peer{a, b} {
		against := 0
		for other, n := range w.differ {
			if n >= mostDiffer && n > w.agree[other] && s.backed(other, w.Name) {
				against++
			}
		}
		if against >= 2 {
			return "", w
		}
	}
	if a.differ[b.Name] == mostDiffer && a.agree[b.Name] < mostDiffer {
		text = fmt.Sprintf("workers %s and %s make other moves in %d of %d games that both have played: "+
			"bots whose moves depend on time or chance, or a worker that is not honest",
			a.Name, b.Name, mostDiffer, mostDiffer+a.agree[b.Name])
	}
	return text, nil
}

// backed reports whether a worker agrees with somebody else than one.
func (s *Server) backed(worker, except string) bool {
	for other, n := range s.peers[worker].agree {
		if other != except && n > s.peers[worker].differ[other] {
			return true
		}
	}
	return false
}
