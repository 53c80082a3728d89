package main

import (
	"context"
	"io"

	"agon/queue"
	"agon/queue/filecache"
)

// cached are the files of a link, kept on this machine.
type cached struct {
	queue.Files
	cache *filecache.Cache
}

// Get opens a file that is here, or fetches it.
func (c cached) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	return c.cache.Get(ctx, name)
}
