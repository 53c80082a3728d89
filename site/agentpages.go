package site

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"agon/lab/agents"
	"agon/lab/agents/remote"
	"agon/site/decisions"
	"agon/site/people"
	"agon/site/wire"
)

// agentRoute is the pattern of the addresses at which the remote agents of a contest are served. Their tokens are no account's.
const agentRoute = apiRoot + "/contests/{contest}/agent/"

// agent answers a remote agent. A token that is not valid is answered alike whether the contest exists or not.
func (s *Site) agent(w http.ResponseWriter, r *http.Request) {
	visited(r).route = agentRoute
	var server *remote.Server
	c, err := s.contests.Find(r.PathValue("contest"))
	if err == nil {
		server = s.contests.Remote(c)
	}
	if server == nil {
		remote.Unknown(w)
		return
	}
	http.StripPrefix(strings.Replace(strings.TrimSuffix(agentRoute, "/"), "{contest}", c.Name, 1), server).ServeHTTP(w, r)
}

// keyAgentToken is the key of a new token of an agent in a session.
const keyAgentToken = "agent-token"

// agentNamed names a remote agent of a contest.
type agentNamed = struct {
	ContestPath
	Body wire.Agent
}

// newAgentToken makes a token of a remote agent, and returns it.
func (x *desk) newAgentToken(ctx context.Context, by *people.Person, in *agentNamed) (token string, err error) {
	c, err := x.contests.Find(in.Contest)
	if err != nil {
		return "", err
	}
	why, err := decisions.Reason(in.Body.Why)
	if err != nil {
		return "", err
	}
	if token, err = x.contests.NewAgentToken(c, in.Body.Agent); err != nil {
		return "", err
	}
	return token, x.decided.Record(ctx, by.Name, "made a token of the agent "+in.Body.Agent, why, c.Name, nil)
}

// agentToken answers a program with the token, which is the message.
func agentToken(_ context.Context, _ *people.Person, _ *agentNamed, token string) (*body[wire.AgentToken], error) {
	return answered(wire.AgentToken{Token: token}), nil
}

// agentActs returns what can be done about remote agents.
func (p *deskPage) agentActs(names []string) (acts []act) {
	if len(names) == 0 {
		return nil
	}
	ask := askedField{Label: "Agent", Name: "agent"}
	for _, name := range names {
		ask.Options = append(ask.Options, choice{Value: name, Label: name})
	}
	return []act{{
		Label: "Token of an agent", Title: "Make a token of an agent?", To: p.path("/agents/token"), Asks: []askedField{ask},
		Effect: []string{"The token before is not valid any more. The agent connects with the new one."}, Does: "Make a token", Small: true,
	}}
}

// An agentLine is an agent on a page, without what is private.
type agentLine struct{ Name, Does string }

// agentLines returns what agents do while they edit.
func agentLines(s *agents.Status) (list []agentLine) {
	for i := 0; i < len(s.Agents) && s.Doing == remote.Edits; i++ {
		a, over := &s.Agents[i], "has handed in nothing new"
		if a.Handed {
			over = "has handed in a version"
		}
		list = append(list, agentLine{a.Name, cmp.Or(a.Now(), over)})
	}
	return list
}
