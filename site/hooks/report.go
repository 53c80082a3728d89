package hooks

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"agon/site/database"
	"agon/site/githost"
)

// Bounds of sending statuses.
const (
	mostTries = 5 // of one; each comes twice as long after the one before
	atOnce    = 8 // of all hooks
)

// An untold is a push of which the host has not been told the newest.
type untold struct {
	Hook
	push, tries, number                    int64
	commit, site, why, state, verdict, log string // the last three are the version's
}

// Report sends the hosts statuses of commits that they have not been told. A host that does not take one is asked again, a few times.
func (x *Hooks) Report(ctx context.Context) {
	if x.Send == nil {
		return
	}
	list, err := database.List(ctx, x.DB, func(scan database.Scan) (u untold, err error) {
		u.Hook, err = scanHook(scan, &u.push, &u.tries, &u.commit, &u.site, &u.why, &u.number, &u.state, &u.verdict, &u.log)
		return u, err
	}, hookFrom+`, p.id, p.tries, p.hash, p.site, p.why, coalesce(v.number, 0), coalesce(v.state, ''), coalesce(v.verdict, ''), coalesce(v.log, '')
		FROM push p JOIN hook h ON h.bot = p.bot JOIN bot b ON b.id = h.bot LEFT JOIN version v ON v.id = p.version
		WHERE p.told IN ('', 'pending') AND p.next <= ? AND (p.why <> '' OR v.id IS NOT NULL)
		AND NOT (p.told = 'pending' AND coalesce(v.state, '') = 'checking') ORDER BY p.next, p.id LIMIT ?`, x.Now().UnixMilli(), atOnce)
	var sent sync.WaitGroup
	failed := make([]error, len(list))
	for i := range list {
		sent.Go(func() { failed[i] = x.tell(ctx, &list[i]) })
	}
	sent.Wait()
	if err := errors.Join(append(failed, err)...); err != nil && ctx.Err() == nil {
		x.Log.Error("send statuses of commits", "error", err)
	}
}

// tell sends a status, and notes what came of it.
func (x *Hooks) tell(ctx context.Context, u *untold) error {
	state, text := "success", fmt.Sprintf("Version %d passed its check.", u.number)
	switch u.state {
	case "":
		state, text = "failure", "It was not handed in: "+u.why
	case "checking":
		state, text = "pending", fmt.Sprintf("Version %d is being checked.", u.number)
	case "bad":
		state, text = "failure", fmt.Sprintf("Version %d failed its check. %s", u.number, x.Failed(u.verdict, u.log))
	}
	err := x.Send(ctx, &githost.Status{
		Form: u.Host, Repository: u.Address, Token: u.token, Commit: u.commit, State: state, Label: "agon/" + u.Contest + "/" + u.Name,
		Text: text, Page: u.site + x.Page(u.Contest, u.Bot),
	})
	switch {
	case ctx.Err() != nil:
		return nil // it is sent again
	case err == nil:
		return x.DB.Exec(ctx, `UPDATE push SET told = ?, tries = 0, next = 0, trouble = '' WHERE id = ?`, state, u.push)
	}
	return x.DB.Exec(ctx, `UPDATE push SET told = iif(?1 < ?2, told, 'none'), tries = ?1, next = ?3, trouble = ?4 WHERE id = ?5`, u.tries+1,
		mostTries, x.Now().Add(retry<<u.tries).UnixMilli(), err.Error(), u.push)
}
