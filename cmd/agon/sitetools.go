package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"agon/lab/tools"
	"agon/site/client"
	"agon/site/wire"
)

// onSite is a contest of a site, for tools.
type onSite struct {
	*client.Contest
	folder string // of bots that are submitted
}

// siteTools returns the tools for a contest of a site.
func siteTools(w *world, address, folder string) ([]tools.Action, error) {
	c, err := client.Parse(address)
	if err != nil {
		return nil, err
	}
	if c.Token = secretOf(tokenVariable); c.Token == "" {
		return nil, fmt.Errorf("no token: make one at %s/account, and put it into the environment variable %s", c.Base, tokenVariable)
	}
	if c.Exposed() {
		w.say(c.Base + " has no https: others on the network can read the token and the bot")
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return nil, host(err)
	}
	s := &onSite{c, folder}
	bot := tools.Field{Name: "bot", Type: tools.Text, Needed: true, About: "name of a bot of yours on the site"}
	game := tools.Field{Name: "game", Type: tools.Number, Needed: true, Least: 1, About: "number of the game"}
	return []tools.Action{
		{Name: "site_guide", About: "How the contest on the site is played, and how a bot for it is written.", Do: s.guide},
		{Name: "site_contest", About: "The contest on the site: its state, the newest standings, your own bots, and your limits.",
			Do: func(ctx context.Context, _ tools.Input) (tools.Result, error) { return s.get(ctx, "") }},
		{Name: "site_versions", About: "The versions of a bot of yours: what their checks found, and what was printed.",
			Fields: []tools.Field{bot}, Do: s.ofBot("versions")},
		{Name: "site_games", About: "What games say of a bot of yours: rivals, faults, and its newest games with their numbers.",
			Fields: []tools.Field{bot}, Do: s.ofBot("record")},
		{Name: "site_log", About: "What your bot printed in a game, turn by turn, with its moves and faults.",
			Fields: []tools.Field{game, {Name: "seat", Type: tools.Number, Needed: true, About: "seat of the bot, from 0"},
				{Name: "after", Type: tools.Number, About: "the turn before the first that is shown (0)"}}, Do: s.log},
		{Name: "site_replay", About: "Get the replay of a game, when the contest is over, as a file for the tools replay, explain and pin.",
			Fields: []tools.Field{game, {Name: "to", Type: tools.Text, About: "file for it (game-N.agon)"}}, Do: s.replay},
		{Name: "site_submit", About: "Submit a bot to the site, and wait for the verdict of its check.",
			Fields: []tools.Field{{Name: "bot", Type: tools.Text, Needed: true, About: "file or folder of the bot"},
				{Name: "name", Type: tools.Text, About: "name on the site (that of the file or folder)"}}, Do: s.submit},
	}, nil
}

func (s *onSite) get(ctx context.Context, path string) (tools.Result, error) {
	data, err := s.Get(ctx, path)
	return tools.Result{Data: data}, err
}

// ofBot returns what asks for something of a bot.
func (s *onSite) ofBot(what string) func(context.Context, tools.Input) (tools.Result, error) {
	return func(ctx context.Context, in tools.Input) (tools.Result, error) {
		text, err := s.Get(ctx, "")
		if err != nil {
			return tools.Result{}, err
		}
		var c wire.Contest
		if err := json.Unmarshal(text, &c); err != nil {
			return tools.Result{}, err
		}
		var names []string
		for _, b := range c.Mine {
			if b.Name == in.Text("bot") {
				return s.get(ctx, fmt.Sprintf("/bots/%d/%s", b.ID, what))
			}
			names = append(names, b.Name)
		}
		if len(names) == 0 {
			return tools.Failure("you have no bot in this contest: site_submit sends one"), nil
		}
		return tools.Failure("%q is no bot of yours here; you have %s", in.Text("bot"), strings.Join(names, ", ")), nil
	}
}

func (s *onSite) log(ctx context.Context, in tools.Input) (tools.Result, error) {
	text, err := s.Page(ctx, fmt.Sprintf("/games/%d/log/turns?seat=%d&turn=%d", in.Number("game", 0), in.Number("seat", 0),
		in.Number("after", 0)))
	return tools.Result{Data: text}, err
}

func (s *onSite) replay(ctx context.Context, in tools.Input) (tools.Result, error) {
	number, to := in.Number("game", 0), in.Text("to")
	if to == "" {
		to = fmt.Sprintf("game-%d.agon", number)
	}
	content, err := s.Page(ctx, fmt.Sprintf("/games/%d/replay", number))
	return tools.Result{Text: "The replay is in " + to + ".", Files: map[string][]byte{to: content}}, err
}

func (s *onSite) submit(ctx context.Context, in tools.Input) (tools.Result, error) {
	root, err := os.OpenRoot(s.folder)
	if err != nil {
		return tools.Result{}, err
	}
	defer root.Close()
	below, err := tools.Inside(root, in.Text("bot"))
	if err != nil {
		return tools.Result{}, err
	}
	file, name, content, err := client.Pack(filepath.Join(s.folder, below))
	if err != nil {
		return tools.Result{}, fmt.Errorf("read the bot: %w", err)
	}
	if chosen := in.Text("name"); chosen != "" {
		name = chosen
	}
	got, err := s.Submit(ctx, name, file, content)
	if err != nil {
		return tools.Result{}, err
	}
	v, err := s.Follow(ctx, got, io.Discard)
	if err != nil {
		return tools.Result{}, fmt.Errorf("the version is on the site, and its check goes on there: %w", err)
	}
	data, err := json.Marshal(v)
	return tools.Result{Data: data, Bad: v.State != "good"}, err
}

// guide returns the text of the page for beginners.
func (s *onSite) guide(ctx context.Context, _ tools.Input) (tools.Result, error) {
	page, err := s.Page(ctx, "/guide")
	return tools.Result{Text: textOf(string(page))}, err
}

// textOf returns the text of the main part of a page, each block on lines of its own.
func textOf(page string) string {
	var out strings.Builder
	inside := false
	for t := html.NewTokenizer(strings.NewReader(page)); t.Next() != html.ErrorToken; {
		switch x := t.Token(); {
		case x.DataAtom == atom.Main:
			inside = x.Type == html.StartTagToken
		case !inside:
		case x.Type == html.TextToken:
			out.WriteString(x.Data)
		case x.DataAtom == atom.Td, x.DataAtom == atom.Th:
			out.WriteString(" ")
		case x.DataAtom == atom.P, x.DataAtom == atom.Li, x.DataAtom == atom.Tr, x.DataAtom == atom.H1, x.DataAtom == atom.H2,
			x.DataAtom == atom.H3, x.DataAtom == atom.Pre:
			out.WriteString("\n")
		}
	}
	return out.String()
}
