package fleet_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"time"

	"agon/contest/queue"
)

// A memoryLink connects a server with workers in one process. It keeps the limits and rights of a link over a network.
type memoryLink struct {
	jobs, results *memoryQueue
	files         *files
	presence      *presence
	frames        *frames
}

// newMemoryLink returns a link without jobs. A lease lasts for the given duration (0: for ever), and a report for keep.
func newMemoryLink(lease, keep time.Duration) *memoryLink {
	l := &memoryLink{
		jobs: newMemoryQueue(lease), results: newMemoryQueue(lease),
		files:    &files{content: make(map[string][]byte)},
		presence: &presence{keep: keep, reports: make(map[string]report)},
		frames:   &frames{receivers: map[chan frame]bool{}},
	}
	l.jobs.most = queue.MaxDeliveries
	return l
}

// Server returns the server's side. Its Jobs takes the empty class.
func (l *memoryLink) Server() queue.Link {
	return queue.Link{
		Jobs:     newView(l.jobs, "", true, among([]string{""})),
		Results:  newView(l.results, "", true, func(string) bool { return true }),
		Files:    l.files,
		Presence: l.presence,
		Frames:   l.frames,
		Poison:   l.jobs,
	}
}

// Worker returns the side of the worker with the name, which takes jobs of the classes; without any, of the empty class.
func (l *memoryLink) Worker(name string, classes ...string) queue.Link {
	if len(classes) == 0 {
		classes = []string{""}
	}
	return queue.Link{
		Jobs:     newView(l.jobs, name, false, among(slices.Clone(classes))),
		Results:  newView(l.results, name, true, nil),
		Files:    reader{l.files},
		Presence: reporter{l.presence, name},
		Frames:   sender{l.frames, name},
	}
}

// A view is one side's use of a queue: closing it leaves the queue open for others.
type view struct {
	queue  *memoryQueue
	from   string
	offers bool
	wanted func(class string) bool // nil: it may not take
	done   context.Context
	close  context.CancelFunc
}

func newView(q *memoryQueue, from string, offers bool, wanted func(class string) bool) *view {
	v := &view{queue: q, from: from, offers: offers, wanted: wanted}
	v.done, v.close = context.WithCancel(context.Background())
	return v
}

func among(classes []string) func(string) bool {
	return func(class string) bool { return slices.Contains(classes, class) }
}

func (v *view) Offer(_ context.Context, jobs ...queue.Job) error {
	switch {
	case v.done.Err() != nil:
		return queue.ErrClosed
	case !v.offers:
		return fmt.Errorf("worker %q offers jobs: %w", v.from, fs.ErrPermission)
	}
	for _, j := range jobs {
		if err := j.Check(); err != nil {
			return err
		}
	}
	return v.queue.offer(v.from, jobs)
}

func (v *view) Take(ctx context.Context) (queue.Lease, error) {
	if v.wanted == nil {
		return nil, fmt.Errorf("worker %q takes results: %w", v.from, fs.ErrPermission)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	defer context.AfterFunc(v.done, func() { stop(queue.ErrClosed) })()
	l, err := v.queue.take(ctx, v.wanted)
	if err != nil && context.Cause(ctx) == queue.ErrClosed {
		return nil, queue.ErrClosed
	}
	return l, err
}

func (v *view) Close() error {
	v.close()
	return nil
}

type files struct {
	mu      sync.Mutex
	content map[string][]byte
}

func (f *files) Put(_ context.Context, name string, content io.Reader) error {
	if err := queue.CheckFile(name); err != nil {
		return err
	}
	all, err := io.ReadAll(queue.Verify(name, content))
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.content[name] = all
	return nil
}

func (f *files) Retain(_ context.Context, keep func(name string) bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	maps.DeleteFunc(f.content, func(name string, _ []byte) bool { return !keep(name) })
	return nil
}

func (f *files) Get(_ context.Context, name string) (io.ReadCloser, error) {
	if err := queue.CheckFile(name); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	content, ok := f.content[name]
	if !ok {
		return nil, fmt.Errorf("file %s: %w", name, fs.ErrNotExist)
	}
	return io.NopCloser(bytes.NewReader(content)), nil
}

// reader is a worker's view of the files.
type reader struct{ *files }

func (reader) Put(_ context.Context, name string, _ io.Reader) error {
	return fmt.Errorf("a worker puts file %s: %w", name, fs.ErrPermission)
}

func (reader) Retain(context.Context, func(string) bool) error {
	return fmt.Errorf("a worker removes files: %w", fs.ErrPermission)
}

type presence struct {
	keep time.Duration

	mu      sync.Mutex
	reports map[string]report
}

type report struct {
	text []byte
	at   time.Time
}

func (p *presence) Report(_ context.Context, worker string, text []byte) error {
	if err := queue.CheckWorker(worker); err != nil {
		return err
	}
	if err := queue.CheckReport(worker, text); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reports[worker] = report{slices.Clone(text), time.Now()}
	return nil
}

func (p *presence) Reports(context.Context) (map[string][]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.reports, func(_ string, r report) bool { return time.Since(r.at) >= p.keep })
	all := make(map[string][]byte, len(p.reports))
	for worker, r := range p.reports {
		all[worker] = slices.Clone(r.text)
	}
	return all, nil
}

// reporter is a worker's view of the presence.
type reporter struct {
	*presence
	name string
}

func (r reporter) Report(ctx context.Context, worker string, text []byte) error {
	if worker != r.name {
		return fmt.Errorf("worker %q reports as %q: %w", r.name, worker, fs.ErrPermission)
	}
	return r.presence.Report(ctx, worker, text)
}

func (r reporter) Reports(context.Context) (map[string][]byte, error) {
	return nil, fmt.Errorf("worker %q reads reports: %w", r.name, fs.ErrPermission)
}
