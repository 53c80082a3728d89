package fleet

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"agon/bot/lineup"
	"agon/contest/queue"
)

// inUse is how long a file is kept from being removed after an order named it. Workers have fetched it by then, or learn that it is not
// there any more.
const inUse = 10 * time.Minute

// A Depot puts the files of bots where workers find them. It is for all servers on a link, and safe for concurrent use. When there is no
// room for one, those that no order has named for some minutes are removed; they are put again when they are needed.
type Depot struct {
	files queue.Files

	putting sync.Mutex // held while a file is put or others are removed; taken before mu

	mu   sync.Mutex
	used map[string]time.Time // the last order with a file that is there
}

// NewDepot returns a depot on the files of a link's server side.
func NewDepot(files queue.Files) *Depot { return &Depot{files: files, used: map[string]time.Time{}} }

// has reports whether a file is there, and keeps it there for a while.
func (d *Depot) has(name string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, ok := d.used[name]
	if ok {
		d.used[name] = time.Now()
	}
	return ok
}

// put puts a file.
func (d *Depot) put(ctx context.Context, name string, file lineup.File) error {
	d.putting.Lock()
	defer d.putting.Unlock()
	err := d.send(ctx, name, file)
	if errors.Is(err, queue.ErrFull) {
		d.mu.Lock()
		maps.DeleteFunc(d.used, func(_ string, at time.Time) bool { return time.Since(at) > inUse })
		kept := maps.Clone(d.used)
		d.mu.Unlock()
		removed := d.files.Retain(ctx, func(name string) bool { _, ok := kept[name]; return ok })
		if err = errors.Join(removed, d.send(ctx, name, file)); err != nil {
			return fmt.Errorf("the files of the bots of these games are too much for the queue to workers: %w", err)
		}
	}
	if err == nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.used[name] = time.Now()
	}
	return err
}

func (d *Depot) send(ctx context.Context, name string, file lineup.File) error {
	from, err := file.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	return d.files.Put(ctx, name, from)
}
