package lineup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"agon/bot/build"
	"agon/bot/build/repo"
	"agon/bot/unpack"
	"agon/internal/regular"
)

// archive enters the bots of an archive. A refused archive is a broken bot, because it is its author's mistake.
func (o *Opener) archive(ctx context.Context, file string) ([]Entry, error) {
	builder, err := o.tools()
	if err != nil {
		return nil, err
	}
	key, err := hashArchive(file)
	if err != nil {
		return nil, plain(err)
	}
	dir, err := builder.Cache.Keep(ctx, "unpacked", key, func(dir string) error {
		return unpack.File(ctx, file, dir, unpack.Usual())
	})
	name := unpack.Stem(file)
	if why, ok := build.Reason(err); ok {
		return []Entry{{Name: name, Ref: file, Hash: key, Broken: why}}, nil
	}
	if err != nil {
		return nil, err
	}
	trunk := unpack.Trunk(dir)
	entries, err := o.folder(ctx, trunk)
	return from(entries, err, trunk, Entry{Name: name, Ref: file, Hash: key})
}

// hashArchive returns the hash of the archive's file.
func hashArchive(file string) (string, error) {
	f, err := regular.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// from turns the entries of a cache folder into entries of the archive or repository that it came from. If the folder holds no bot, that is
// its author's mistake and a broken bot.
func from(entries []Entry, err error, dir string, origin Entry) ([]Entry, error) {
	var none *NoBot
	if errors.As(err, &none) {
		origin.Broken = err.Error()
		return []Entry{origin}, nil
	}
	if err != nil {
		return nil, err
	}
	for i := range entries {
		e := &entries[i]
		if rest, err := filepath.Rel(dir, e.Ref); err == nil && rest != "." && len(entries) > 1 {
			e.Ref = origin.Ref + " (" + filepath.ToSlash(rest) + ")"
		} else {
			e.Ref = origin.Ref
		}
		if e.Name == filepath.Base(dir) {
			e.Name = origin.Name
		}
		e.Origin, e.Moved = origin.Origin, origin.Moved
	}
	return entries, nil
}

// repository enters the bots of a commit.
func (o *Opener) repository(ctx context.Context, ref string) ([]Entry, error) {
	r, err := repo.Parse(ref)
	if err != nil {
		return nil, err
	}
	if r.Before.IsZero() {
		r.Before = o.Before
	}
	builder, err := o.tools()
	if err != nil {
		return nil, err
	}
	fetcher := repo.Fetcher{Cache: builder.Cache, Update: o.Update, Named: o.Named}
	origin := Entry{Name: r.Base(), Ref: r.String(), Hash: hashText(ref)}
	c, err := fetcher.Get(ctx, r)
	var refused *unpack.Refused
	if errors.As(err, &refused) {
		origin.Broken = err.Error()
		return []Entry{origin}, nil
	}
	if err != nil {
		return nil, err
	}
	origin.Origin = fmt.Sprintf("commit %.10s of %s", c.Hash, c.When.UTC().Format("2006-01-02"))
	origin.Moved = c.Was
	entries, err := o.folder(ctx, c.Dir)
	return from(entries, err, c.Dir, origin)
}
