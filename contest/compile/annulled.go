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
	again, given := map[int]string{}, map[int]string{} // marks, by the IDs of games
	for _, x := range c.Decisions() {
		for _, id := range x.Games {
			if x.What == store.Again {
				again[id] = because(x.Why)
			} else {
				given[id] = "given up: " + x.Text
			}
		}
	}
	mark(r, again, barredBots(c))
	if len(again)+len(given) == 0 {
		return nil
	}
	games, err := c.Kept(ctx)
	if err != nil {
		return err
	}
	for _, kept := range games {
		if why, ok := again[kept.ID]; ok {
			void(r, c, kept.Fixture, "annulled"+why, kept.Others...)
		}
		if mark, ok := given[kept.ID]; ok && !kept.Done {
			void(r, c, kept.Fixture, mark, tournament.Result{})
		}
	}
	slices.SortStableFunc(r.Annulled, func(a, b report.Game) int { return a.Number - b.Number })
	return nil
}

// mark marks the games that were played again, with the reasons by their IDs, and those of disqualified bots.
func mark(r *report.Run, again map[int]string, barred map[int]barredBot) {
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
}

// void adds results of a game that do not stand.
func void(r *report.Run, c *contest.Contest, f tournament.Fixture, mark string, results ...tournament.Result) {
	for i := range results {
		g := played(r, c, f, &results[i], nil)
		g.Mark, g.Void = mark, true
		r.Annulled = append(r.Annulled, g)
	}
}

// discrepancies adds the later results of a game that differ from the one that stands.
func discrepancies(r *report.Run, c *contest.Contest, f tournament.Fixture, odd []tournament.Result) {
	f.Seats = slices.Clone(f.Seats) // part of a larger slice
	r.Discrepancies = append(r.Discrepancies, f.ID+1)
	void(r, c, f, "a later result that differs; the first stands", odd...)
}

// because returns a reason as the end of a mark.
func because(why string) string {
	if why == "" {
		return ""
	}
	return ": " + why
}
