package entries

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"agon/site/database"
	"agon/site/people"
)

// Leave removes the bots of a person, as [Entries.Remove] does; those of the person's team stay. What of them is being checked is stopped.
func (e *Entries) Leave(ctx context.Context, person int64) error {
	ctx = context.WithoutCancel(ctx)
	bots, err := database.List(ctx, e.db, scanBot, `SELECT `+botColumns+` FROM bot WHERE owner = ? AND team IS NULL ORDER BY id`, person)
	if err != nil {
		return fmt.Errorf("read the bots of a person: %w", err)
	}
	for i := range bots {
		if err := e.leave(ctx, &bots[i]); err != nil {
			return err
		}
	}
	return nil
}

// leave removes a bot, with what of it is being checked.
func (e *Entries) leave(ctx context.Context, b *Bot) error {
	versions, err := e.Versions(ctx, b.ID)
	if err != nil {
		return err
	}
	var over *people.Problem
	for _, v := range versions {
		if v.State != Checking {
			continue
		}
		if err := e.Stop(ctx, b, v.Number); err != nil && !errors.As(err, &over) { // it has just ended
			return err
		}
	}
	_, err = e.Remove(ctx, b)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the contest's folder is gone, and what was in it
	}
	return err
}

// A Handed is a version of a person's bot, for the person alone.
type Handed struct {
	Bot
	*Version
}

// Handed returns all versions of the bots of a person and the person's team, by contest and bot, the oldest first.
func (e *Entries) Handed(ctx context.Context, person int64) (list []Handed, err error) {
	bots, err := database.List(ctx, e.db, scanBot, `SELECT `+botColumns+` FROM bot b WHERE `+ofPerson+` ORDER BY contest, folded`, person)
	if err != nil {
		return nil, fmt.Errorf("read the bots of a person: %w", err)
	}
	for _, b := range bots {
		versions, err := e.Versions(ctx, b.ID)
		if err != nil {
			return nil, err
		}
		for i := len(versions) - 1; i >= 0; i-- {
			list = append(list, Handed{b, versions[i]})
		}
	}
	return list, nil
}

// OpenHanded opens what was handed in; nil if it is not kept.
func (e *Entries) OpenHanded(h *Handed) (*os.File, error) {
	if !h.Kept {
		return nil, nil
	}
	f, err := os.Open(filepath.Join(e.dir, h.place, h.File))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // it was removed meanwhile
	}
	return f, err
}
