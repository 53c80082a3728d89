package hooks

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"agon/site/githost"
)

// mostTries is how often a host is sent a status that it does not take, each time after twice as long.
const mostTries = 5

// Report sends the hosts statuses of commits that they have not been told. A host that does not take one is asked again, a few times.
func (x *Hooks) Report(ctx context.Context) {
	if x.Send == nil {
		return
	}
	list, err := x.due(ctx, `p.told IN ('', 'pending') AND (p.why <> '' OR v.id IS NOT NULL) AND NOT (p.told = 'pending' AND coalesce(v.state, '') = 'checking')`)
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
func (x *Hooks) tell(ctx context.Context, p *push) error {
	state, text := "success", fmt.Sprintf("Version %d passed its check.", p.number)
	switch p.state {
	case "":
		state, text = "failure", "It was not handed in: "+p.why
	case "checking":
		state, text = "pending", fmt.Sprintf("Version %d is being checked.", p.number)
	case "bad":
		state, text = "failure", fmt.Sprintf("Version %d failed its check. %s", p.number, x.Failed(p.verdict, p.log))
	}
	err := x.Send(ctx, &githost.Status{
		Form: p.Host, Repository: p.Address, Token: p.token, Commit: p.commit, State: state, Label: "agon/" + p.Contest + "/" + p.Name,
		Text: text, Page: p.site + x.Page(p.Contest, p.Bot),
	})
	switch {
	case ctx.Err() != nil:
		return nil // it is sent again
	case err == nil:
		return x.DB.Exec(ctx, `UPDATE push SET told = ?, tries = 0, next = 0, trouble = '' WHERE id = ?`, state, p.id)
	}
	return x.DB.Exec(ctx, `UPDATE push SET told = iif(?1 < ?2, told, 'none'), tries = ?1, next = ?3, trouble = ?4 WHERE id = ?5`, p.tries+1,
		mostTries, x.Now().Add(retry<<p.tries).UnixMilli(), err.Error(), p.id)
}
