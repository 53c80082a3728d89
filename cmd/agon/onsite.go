package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"agon/contest/logs"
	"agon/internal/clean"
	"agon/show/term/table"
	"agon/site/client"
	"agon/site/wire"
)

// isSite reports whether an argument is an address, such as that of a contest's page on a site.
func isSite(arg string) bool {
	return strings.HasPrefix(arg, "https://") || strings.HasPrefix(arg, "http://")
}

// contestOn returns the contest of an address, with the token of a flag or of the environment. what is sent beside the token, such as
// " and the bot", is in the warning where there is no https.
func contestOn(w *world, address, token, what string) (*client.Contest, error) {
	c, err := client.Parse(address)
	if err != nil {
		return nil, err
	}
	if c.Token = secretOf(tokenVariable); token != "" {
		c.Token = token
	}
	if c.Token == "" {
		return nil, fmt.Errorf("no token: make one at %s/account, and put it into the environment variable %s", c.Base, tokenVariable)
	}
	if c.Exposed() {
		w.say(c.Base + " has no https: others on the network can read the token" + what)
	}
	return c, nil
}

// siteReplay returns the replay of a game of a contest on a site.
func siteReplay(ctx context.Context, w *world, address string, game int64) ([]byte, error) {
	if game < 1 {
		return nil, fmt.Errorf("name the game of %s with --game", address)
	}
	c, err := contestOn(w, address, "", "")
	if err != nil {
		return nil, err
	}
	data, err := c.Replay(ctx, int(game))
	return data, siteError(c, err)
}

// siteGames are the flags of agon games for a contest on a site.
type siteGames struct {
	mine   bool
	bot    string
	most   int
	filter []string // by whichGames
}

func (g *siteGames) flags(f *pflag.FlagSet) {
	f.BoolVar(&g.mine, "mine", false, "list the games of your bots in a contest on a site")
	f.StringVar(&g.bot, "bot", "", "with --mine, games of your `BOT` alone")
	f.IntVar(&g.most, "limit", 20, "with --mine, number of games of each bot, at most (0: all)")
	g.filter = make([]string, len(whichGames))
	for i, x := range whichGames {
		f.StringVar(&g.filter[i], x.Name, "", "with --mine, games by the "+x.About)
	}
}

// botGames are games of a bot, as agon games --json prints them.
type botGames struct {
	Bot   string         `json:"bot"`
	Games []wire.BotGame `json:"games"`
}

// list prints the games of the caller's bots.
func (g *siteGames) list(ctx context.Context, w *world, address string, asJSON bool) error {
	if !g.mine || g.most < 0 {
		return errors.New("agon games https://HOST/c/NAME --mine lists the games of your bots there; --limit is a number from 0")
	}
	c, err := contestOn(w, address, "", "")
	if err != nil {
		return err
	}
	bots, err := c.Mine(ctx)
	if err != nil {
		return siteError(c, err)
	}
	all, names := []botGames{}, []string{}
	for _, b := range bots {
		if names = append(names, clean.Text(b.Name)); g.bot != "" && g.bot != b.Name {
			continue
		}
		games, err := g.of(ctx, c, b.ID)
		if err != nil {
			return siteError(c, err)
		}
		all = append(all, botGames{b.Name, games})
	}
	switch {
	case len(bots) == 0:
		return errors.New("you have no bot in this contest: agon submit hands one in")
	case len(all) == 0:
		return fmt.Errorf("--bot %q is no bot of yours there; you have %s", g.bot, strings.Join(names, ", "))
	case asJSON:
		return printJSON(w.out, all)
	}
	return host(writeGames(w, all))
}

// of returns the games of a bot.
func (g *siteGames) of(ctx context.Context, c *client.Contest, bot int64) ([]wire.BotGame, error) {
	const atOnce = 500
	query, list := url.Values{"limit": {strconv.Itoa(min(atOnce, cmp.Or(g.most, atOnce)))}}, []wire.BotGame{}
	for i, x := range whichGames {
		if g.filter[i] != "" {
			query.Set(x.Name, g.filter[i])
		}
	}
	err := c.Parts(ctx, fmt.Sprintf("/bots/%d/games", bot), query, "after", func(text json.RawMessage) (bool, error) {
		var part wire.Games
		err := json.Unmarshal(text, &part)
		list = append(list, part.Games...)
		return g.most == 0 || len(list) < g.most, err
	})
	if g.most > 0 {
		list = list[:min(g.most, len(list))]
	}
	return list, err
}

// writeGames prints games as a table.
func writeGames(w *world, all []botGames) error {
	t := &table.Table{Columns: []table.Column{{Head: "Game", Width: 8}, {Head: "Bot", Width: 24}, {Head: "Version", Width: 9},
		{Head: "Result", Width: 8}, {Head: "Place", Width: 8}, {Head: "Day", Width: 12}, {Head: "Faults", Width: 16},
		{Head: "Against", Remark: true}}}
	for _, b := range all {
		for _, g := range b.Games {
			var others []string
			for _, o := range g.Opponents {
				others = append(others, o.Bot)
			}
			var row []table.Cell
			for _, text := range []string{strconv.Itoa(g.Number), b.Bot, strconv.Itoa(g.Version), g.Result,
				fmt.Sprintf("%d of %d", g.Place, g.Seats), g.Day, strings.Join(g.FaultNames, " "), strings.Join(others, ", ")} {
				row = append(row, table.Text(text))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	if len(t.Rows) == 0 {
		t.Notes = []string{"There is no such game."}
	}
	return t.Write(w.out, table.On(w.out, os.Environ()))
}

// siteTurns prints what the caller's bot was sent, answered and printed in a game on a site.
func siteTurns(ctx context.Context, w *world, address string, game, seat int, asJSON bool) error {
	if game < 1 {
		return fmt.Errorf("name the game of %s with --game", address)
	}
	c, err := contestOn(w, address, "", "")
	if err != nil {
		return err
	}
	turns := []logs.Turn{}
	err = c.Parts(ctx, fmt.Sprintf("/games/%d/turns", game), url.Values{"seat": {strconv.Itoa(seat)}}, "from",
		func(text json.RawMessage) (bool, error) {
			var part struct{ Turns []logs.Turn }
			err := json.Unmarshal(text, &part)
			turns = append(turns, part.Turns...)
			return true, err
		})
	switch {
	case err != nil:
		return siteError(c, err)
	case asJSON:
		return printJSON(w.out, turns)
	}
	_, err = w.out.Write([]byte(clean.Text(string(logs.Text(turns)))))
	return host(err)
}
