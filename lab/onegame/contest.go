package onegame

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"agon/bot/lineup"
	"agon/contest"
	"agon/lab/session"
	"agon/record/replay"
)

// A Planned game is one of a contest, as its plan has it.
type Planned struct {
	Number  int // from 1
	Entries []lineup.Entry
	Seed    int64
	Secret  string
	Digest  uint64 // of the game that was played; 0: none was
}

// OfContest returns a game of a contest, from 1.
func OfContest(ctx context.Context, c *contest.Contest, number int) (*Planned, error) {
	games, err := c.Kept(ctx)
	if err != nil {
		return nil, err
	}
	for i := range games {
		kept := &games[i]
		if kept.ID != number-1 {
			continue
		}
		p := &Planned{Number: number, Seed: kept.Seed, Secret: c.Secret.String()}
		for _, entry := range kept.Seats {
			e := c.Entries[entry]
			if e.Broken != "" {
				return nil, fmt.Errorf("%s cannot play: %s", c.Label(entry), e.Broken)
			}
			if why := c.Out(entry); c.Superseded(entry) {
				return nil, fmt.Errorf("%s played game %d, and its files are not there any more: %s", c.Label(entry), number, why)
			}
			p.Entries = append(p.Entries, e)
		}
		if kept.Done {
			p.Digest = kept.Result.Digest
		}
		return p, nil
	}
	return nil, fmt.Errorf("%s has no game %d; it has games 1 to %d", c.Dir, number, len(games))
}

// Recorded returns the game as it was played.
func (p *Planned) Recorded(c *contest.Contest) (*replay.Replay, error) {
	data, err := c.Replay(p.Number - 1)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", p.Number, err)
	}
	return replay.Decode(data)
}

// Replace gives seats to other bots, each named as NAME=REF by who played.
func (p *Planned) Replace(ctx context.Context, s *session.Session, c *contest.Contest, refs []string) error {
	for _, ref := range refs {
		name, _, ok := strings.Cut(ref, "=")
		seat := slices.IndexFunc(p.Entries, func(e lineup.Entry) bool { return e.Name == name })
		if !ok || seat < 0 {
			var names []string
			for _, e := range p.Entries {
				names = append(names, e.Name)
			}
			return fmt.Errorf("%s: name whose seat the bot takes, as NAME=%s; in game %d played %s", ref, ref, p.Number,
				strings.Join(names, ", "))
		}
		e, err := s.Bot(ctx, s.OpenerFor(c.Kind, c.File), ref)
		if err != nil {
			return err
		}
		p.Entries[seat] = e
	}
	return nil
}
