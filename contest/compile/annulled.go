package compile

import (
	"context"
	"slices"

	"agon/contest"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/show/report"
)

// barredBot is why a bot is disqualified, and the first stage in which its games do not count.
type barredBot struct {
	why   string
	stage int
}

// barredBots returns the disqualified bots by entry.
func barredBots(c *contest.Contest) map[int]barredBot {
	all := map[int]barredBot{}
	for _, x := range c.Decisions() {
		b := barredBot{because(x.Why), x.Stage}
		if x.Round == tournament.After {
			b.stage++
		}
		switch x.What {
		case store.Barred:
			all[x.Entry] = b
		case store.Reinstated:
			delete(all, x.Entry)
		}
	}
	return all
}

// annulled marks the games affected by decisions, and adds the results that were replaced and the games that were given up.
func annulled(ctx context.Context, r *report.Run, c *contest.Contest) error {
	again, given := map[int]string{}, map[int]string{} // reasons, by the IDs of games
	barred := barredBots(c)
	for _, x := range c.Decisions() {
		if x.What == store.Again {
			for _, id := range x.Games {
				again[id] = because(x.Why)
			}
			continue
		}
		for _, id := range x.Games {
			given[id] = ": " + x.Text
		}
	}
	for i := range r.Games {
		g := &r.Games[i]
		if why, ok := again[g.Number-1]; ok {
			g.Mark = "played again" + why
		}
		for _, s := range g.Seats {
			if b, ok := barred[s.Slot]; ok && g.Stage >= b.stage {
				g.Mark = "does not count: " + s.Name + " is disqualified" + b.why
			}
		}
	}
	if len(again)+len(given) == 0 {
		return nil
	}
	games, err := c.Kept(ctx)
	if err != nil {
		return err
	}
	for _, kept := range games {
		if why, ok := again[kept.ID]; ok {
			for i := range kept.Others {
				g := played(r, c, kept.Fixture, &kept.Others[i], nil)
				g.Mark, g.Void = "annulled"+why, true
				r.Annulled = append(r.Annulled, g)
			}
		}
		if why, ok := given[kept.ID]; ok && !kept.Done {
			g := played(r, c, kept.Fixture, &tournament.Result{}, nil)
			g.Mark, g.Void = "given up"+why, true
			r.Annulled = append(r.Annulled, g)
		}
	}
	slices.SortStableFunc(r.Annulled, func(a, b report.Game) int { return a.Number - b.Number })
	return nil
}

// discrepancies adds the later results of a game that differ from the one that stands.
func discrepancies(r *report.Run, c *contest.Contest, f tournament.Fixture, odd []tournament.Result) {
	f.Seats = slices.Clone(f.Seats) // part of a larger slice
	r.Discrepancies = append(r.Discrepancies, f.ID+1)
	for i := range odd {
		g := played(r, c, f, &odd[i], nil)
		g.Mark, g.Void = "a later result that differs; the first stands", true
		r.Annulled = append(r.Annulled, g)
	}
}

// because returns a reason as the end of a mark.
func because(why string) string {
	if why == "" {
		return ""
	}
	return ": " + why
}
