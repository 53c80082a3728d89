package jetstream

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"agon/contest/queue"
)

type poison struct{ link *Link }

// Poisoned returns the jobs that JetStream delivers no more. Notes about jobs that are gone are deleted.
func (p poison) Poisoned(ctx context.Context) (list []queue.Poisoned, err error) {
	l := p.link
	err = l.conn.persist(ctx, "read poisoned jobs", func(ctx context.Context) error {
		list = nil
		notes, err := l.conn.js.Stream(ctx, l.names.poison())
		if err != nil {
			return err
		}
		held, err := l.conn.js.Stream(ctx, l.names.jobs())
		if err != nil {
			return err
		}
		state := notes.CachedInfo().State
		seen := make(map[uint64]bool)
		for seq := state.FirstSeq; seq <= state.LastSeq && state.Msgs > 0; seq++ {
			one, err := poisoned(ctx, notes, held, seq, seen)
			if err != nil {
				return err
			}
			list = append(list, one...)
		}
		return nil
	})
	slices.SortFunc(list, func(a, b queue.Poisoned) int { return cmp.Compare(a.Job.Name, b.Job.Name) })
	return list, err
}

// poisoned reads one note, which yields a job or none.
func poisoned(ctx context.Context, notes, held jetstream.Stream, seq uint64, seen map[uint64]bool) ([]queue.Poisoned, error) {
	note, err := notes.GetMsg(ctx, seq)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var n struct {
		Seq        uint64 `json:"stream_seq"`
		Deliveries int    `json:"deliveries"`
	}
	var job queue.Job
	ok := json.Unmarshal(note.Data, &n) == nil && n.Seq > 0 && !seen[n.Seq]
	if ok {
		m, err := held.GetMsg(ctx, n.Seq)
		if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil, err
		}
		if ok = err == nil; ok {
			job, ok = decode(&nats.Msg{Header: m.Header, Data: m.Data}, jobHeader)
		}
	}
	if !ok {
		return nil, notes.DeleteMsg(ctx, seq)
	}
	seen[n.Seq] = true
	return []queue.Poisoned{{Job: job, Deliveries: n.Deliveries}}, nil
}

// Withdraw removes a job of any class.
func (p poison) Withdraw(ctx context.Context, name string) error {
	l := p.link
	return l.conn.persist(ctx, "withdraw "+name, func(ctx context.Context) error {
		stream, err := l.conn.js.Stream(ctx, l.names.jobs())
		if err != nil {
			return err
		}
		return stream.Purge(ctx, jetstream.WithPurgeSubject(l.space+".jobs.*."+token(name)))
	})
}
