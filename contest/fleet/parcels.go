package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"agon/bot/lineup"
)

// parcel is a bot made ready to travel.
type parcel struct {
	OrderedBot
	err error
}

func parcelKey(e *lineup.Entry) string { return e.Hash + " " + e.Name }

// made returns the parcel of a bot if all its files are where workers find them; ok is false if they are not.
func (s *Server) made(e *lineup.Entry) (made parcel, ok bool) {
	s.mu.Lock()
	made, ok = s.parcels[parcelKey(e)]
	s.mu.Unlock()
	if !ok || made.err != nil {
		return made, ok
	}
	for _, file := range made.Files {
		ok = s.options.Depot.has(file) && ok // all are kept there
	}
	return made, ok
}

// parcel returns a bot made ready to travel. It waits until its files are where workers find them.
func (s *Server) parcel(ctx context.Context, e *lineup.Entry) parcel {
	s.packing.Lock()
	defer s.packing.Unlock()
	if made, ok := s.made(e); ok {
		return made
	}
	made := s.pack(ctx, e)
	if ctx.Err() != nil {
		return made // it says nothing about the bot
	}
	if made.err != nil && !errors.Is(made.err, lineup.ErrStays) {
		s.options.Note(fmt.Sprintf("%s is played on this machine only: %v", e.Name, made.err))
	}
	s.mu.Lock()
	s.parcels[parcelKey(e)] = made
	s.mu.Unlock()
	return made
}

// pack puts the files of a bot where workers find them.
func (s *Server) pack(ctx context.Context, e *lineup.Entry) (made parcel) {
	var files []lineup.File
	made.Parcel, files, made.err = e.Parcel(ctx)
	if made.err != nil {
		return made
	}
	for _, f := range files {
		name, err := nameOf(f)
		if err == nil && !s.options.Depot.has(name) {
			err = s.options.Depot.put(ctx, name, f)
		}
		if err != nil {
			made.err = err
			return made
		}
		made.Files = append(made.Files, name)
	}
	return made
}

// nameOf returns the name of a file in [queue.Files].
func nameOf(f lineup.File) (string, error) {
	from, err := f.Open()
	if err != nil {
		return "", err
	}
	defer from.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, from); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// travels reports whether a bot can be sent to workers. One whose parcel is large is packed in the background, and until then it cannot:
// cores of this machine play its games meanwhile.
func (p *play) travels(ctx context.Context, e *lineup.Entry) bool {
	if made, ok := p.made(e); ok {
		return made.err == nil
	}
	if !e.Large() {
		return p.parcel(ctx, e).err == nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, begun := p.packed[parcelKey(e)]; begun {
		return false
	}
	p.packed[parcelKey(e)] = struct{}{}
	p.packs.Go(func() {
		p.parcel(ctx, e)
		p.mu.Lock()
		delete(p.packed, parcelKey(e))
		p.mu.Unlock()
	})
	return false
}
