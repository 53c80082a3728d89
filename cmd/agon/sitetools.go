package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"agon/lab/tools"
	"agon/site/client"
)

// onSite is a contest of a site, for tools.
type onSite struct {
	*client.Contest
	folder string // of bots that are submitted
}

// siteTools returns the tools for a contest of a site.
func siteTools(w *world, address, folder string) ([]tools.Action, error) {
	c, err := contestOn(w, address, "", " and the bot")
	if err != nil {
		return nil, err
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return nil, host(err)
	}
	s := &onSite{c, folder}
	bot := tools.Field{Name: "bot", Type: tools.Text, Needed: true, About: "name of a bot of yours on the site"}
	game := tools.Field{Name: "game", Type: tools.Number, Needed: true, Least: 1, About: "number of the game"}
	after := tools.Field{Name: "after", Type: tools.Number, Least: 1, About: "next of an answer, which continues the list"}
	seat := tools.Field{Name: "seat", Type: tools.Number, About: "seat of the bot, from 0 (the first of yours)"}
	from := tools.Field{Name: "from", Type: tools.Number, Least: 1, About: "first turn; next of an answer continues the list"}
	return []tools.Action{
		{Name: "site_guide", About: "How the contest on the site is played, and how a bot for it is written.", Do: s.guide},
		{Name: "site_contest", About: "The contest on the site: its state, the newest standings, your own bots, and your limits.",
			Do: func(ctx context.Context, _ tools.Input) (tools.Result, error) { return s.get(ctx, "") }},
		{Name: "site_versions", About: "The versions of a bot of yours: what their checks found, and what was printed.",
			Fields: []tools.Field{bot}, Do: s.ofBot("versions")},
		{Name: "site_record", About: "What games say of a bot of yours: rivals, faults, and its newest games.",
			Fields: []tools.Field{bot}, Do: s.ofBot("record")},
		{Name: "site_games", About: "The games of a bot of yours, the newest first, with their numbers, results, faults and opponents.",
			Fields: slices.Concat([]tools.Field{bot, after}, whichGames), Do: s.ofBot("games", append(whichGames, after)...)},
		{Name: "site_log", About: "What your bot was sent, answered and printed in a game, turn by turn, with its faults and times.",
			Fields: []tools.Field{game, seat, from}, Do: s.ofGame("turns", seat, from)},
		{Name: "site_chances", About: "How a game of a bot of yours stood along its turns: an estimate of all seats' chances.",
			Fields: []tools.Field{game}, Do: s.ofGame("chances")},
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

// whichGames are the filters of the operation that lists games, for tools and for flags.
var whichGames = []tools.Field{
	{Name: "opponent", Type: tools.Text, About: "name of a bot that took part"},
	{Name: "result", Type: tools.Text, About: "result of your bot: won, drawn or lost"},
	{Name: "fault", Type: tools.Text, About: "name of a fault of your bot, as late; any: all games with one"},
	{Name: "version", Type: tools.Number, Least: 1, About: "number of the version of your bot, as the games have it"},
	{Name: "since", Type: tools.Text, About: "first day, as 2026-03-01"},
}

// queryOf returns the parameters that a call gives, as the end of an address.
func queryOf(in tools.Input, fields []tools.Field) string {
	q := url.Values{}
	for _, f := range fields {
		if value, given := in[f.Name]; given {
			q.Set(f.Name, fmt.Sprint(value))
		}
	}
	return "?" + q.Encode()
}

// ofGame returns what asks for something of a game.
func (s *onSite) ofGame(what string, fields ...tools.Field) func(context.Context, tools.Input) (tools.Result, error) {
	return func(ctx context.Context, in tools.Input) (tools.Result, error) {
		return s.get(ctx, fmt.Sprintf("/games/%d/%s%s", in.Number("game", 0), what, queryOf(in, fields)))
	}
}

// ofBot returns what asks for something of a bot.
func (s *onSite) ofBot(what string, fields ...tools.Field) func(context.Context, tools.Input) (tools.Result, error) {
	return func(ctx context.Context, in tools.Input) (tools.Result, error) {
		mine, err := s.Mine(ctx)
		if err != nil {
			return tools.Result{}, err
		}
		var names []string
		for _, b := range mine {
			if b.Name == in.Text("bot") {
				return s.get(ctx, fmt.Sprintf("/bots/%d/%s%s", b.ID, what, queryOf(in, fields)))
			}
			names = append(names, b.Name)
		}
		if len(names) == 0 {
			return tools.Failure("you have no bot in this contest: site_submit sends one"), nil
		}
		return tools.Failure("%q is no bot of yours here; you have %s", in.Text("bot"), strings.Join(names, ", ")), nil
	}
}

func (s *onSite) replay(ctx context.Context, in tools.Input) (tools.Result, error) {
	number, to := in.Number("game", 0), in.Text("to")
	if to == "" {
		to = fmt.Sprintf("game-%d.agon", number)
	}
	content, err := s.Replay(ctx, number)
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
