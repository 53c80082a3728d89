package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"agon/contest/logs"
	"agon/internal/clean"
	"agon/record/replay"
	"agon/show/term/table"
	"agon/site/client"
	"agon/site/wire"
)

// isSite reports whether an argument is an address, such as that of a contest's page on a site.
func isSite(arg string) bool {
	return strings.HasPrefix(arg, "https://") || strings.HasPrefix(arg, "http://")
}

// contestOn returns the contest of an address. The token is that of a flag, or of the environment; without one only what everybody sees can
// be asked for. exposed is what others on the network can read where there is no https.
func contestOn(w *world, address, token, exposed string) (*client.Contest, error) {
	c, err := client.Parse(address)
	if err != nil {
		return nil, err
	}
	if c.Token = secretOf(tokenVariable); token != "" {
		c.Token = token
	}
	if c.Token != "" && c.Exposed() {
		w.say(c.Base + " has no https: others on the network can read " + exposed)
	}
	return c, nil
}

// withToken is contestOn for what needs a token.
func withToken(w *world, address, token, exposed string) (*client.Contest, error) {
	c, err := contestOn(w, address, token, exposed)
	if err == nil && c.Token == "" {
		err = fmt.Errorf("no token: make one at %s/account, and put it into the environment variable %s", c.Base, tokenVariable)
	}
	return c, err
}

// siteReplay returns the replay of a game of a contest on a site.
func siteReplay(ctx context.Context, w *world, address string, game int64) (*replay.Replay, error) {
	if game == 0 {
		return nil, fmt.Errorf("name the game of %s with --game", address)
	}
	c, err := contestOn(w, address, "", "the token")
	if err != nil {
		return nil, err
	}
	data, err := c.Game(ctx, int(game), "replay")
	if err != nil {
		return nil, siteError(c, err)
	}
	return replay.Decode(data)
}

// siteFrames prints what the page of a game on a site shows.
func siteFrames(ctx context.Context, w *world, address string, game int64) error {
	c, err := contestOn(w, address, "", "the token")
	if err != nil {
		return err
	}
	frames, err := c.Game(ctx, int(game), "frames")
	if err != nil {
		return siteError(c, err)
	}
	_, err = w.out.Write(frames)
	return host(err)
}

// siteGames are the flags of agon games for a contest on a site.
type siteGames struct {
	mine                           bool
	token, bot                     string
	opponent, result, fault, since string
	version, most                  int
}

func (g *siteGames) flags(f *pflag.FlagSet) {
	f.BoolVar(&g.mine, "mine", false, "list the games of your bots in a contest on a site")
	f.StringVar(&g.token, "token", "", "`TOKEN` of the account page (default: AGON_TOKEN)")
	f.StringVar(&g.bot, "bot", "", "with --mine, games of your `BOT` alone")
	f.StringVar(&g.opponent, "opponent", "", "with --mine, games in which `BOT` took part")
	f.StringVar(&g.result, "result", "", "with --mine, games that yours `won`, drawn or lost")
	f.StringVar(&g.fault, "fault", "", "with --mine, games with this `FAULT` of yours, as late, or any")
	f.IntVar(&g.version, "version", 0, "with --mine, games of this `VERSION` of yours (default: all)")
	f.StringVar(&g.since, "since", "", "with --mine, games from this `DAY` on, as 2026-03-01")
	f.IntVar(&g.most, "limit", 20, "with --mine, number of games of each bot, at most (0: all)")
}

// list prints the games of the caller's bots.
func (g *siteGames) list(ctx context.Context, w *world, address string, asJSON bool) error {
	if !g.mine || g.most < 0 || g.version < 0 {
		return errors.New("agon games https://HOST/c/NAME --mine lists the games of your bots there; --limit and --version are numbers from 0")
	}
	c, err := withToken(w, address, g.token, "the token")
	if err != nil {
		return err
	}
	bots, err := c.Mine(ctx)
	if err != nil {
		return siteError(c, err)
	}
	if bots, err = g.chosen(bots); err != nil {
		return err
	}
	query := url.Values{}
	for name, value := range map[string]string{"opponent": g.opponent, "result": g.result, "fault": g.fault, "since": g.since,
		"version": strings.TrimPrefix(strconv.Itoa(g.version), "0")} {
		if value != "" {
			query.Set(name, value)
		}
	}
	all := []botGames{}
	for _, b := range bots {
		query.Del("after")
		games, err := c.Games(ctx, b.ID, query, g.most)
		if err != nil {
			return siteError(c, err)
		}
		all = append(all, botGames{b.Name, append([]wire.BotGame{}, games...)})
	}
	if asJSON {
		return printJSON(w.out, all)
	}
	return host(writeGames(w, all))
}

// chosen returns the bots whose games are listed.
func (g *siteGames) chosen(bots []wire.Bot) ([]wire.Bot, error) {
	if len(bots) == 0 {
		return nil, errors.New("you have no bot in this contest: agon submit hands one in")
	}
	at := slices.IndexFunc(bots, func(b wire.Bot) bool { return b.Name == g.bot })
	switch {
	case g.bot == "":
		return bots, nil
	case at >= 0:
		return bots[at : at+1], nil
	}
	var names []string
	for _, b := range bots {
		names = append(names, clean.Text(b.Name))
	}
	return nil, fmt.Errorf("--bot %q is no bot of yours there; you have %s", g.bot, strings.Join(names, ", "))
}

// botGames are games of a bot, as agon games --json prints them.
type botGames struct {
	Bot   string         `json:"bot"`
	Games []wire.BotGame `json:"games"`
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
			faults := ""
			if g.Faults > 0 {
				faults = fmt.Sprintf("%d %s", g.Faults, strings.Join(g.FaultNames, " "))
			}
			t.Rows = append(t.Rows, []table.Cell{table.Text(strconv.Itoa(g.Number)), table.Text(b.Bot), table.Text(strconv.Itoa(g.Version)),
				table.Text(g.Result), table.Text(fmt.Sprintf("%d of %d", g.Place, g.PlayedGame.Seats)), table.Text(g.Day), table.Text(faults),
				table.Text(strings.Join(others, ", "))})
		}
	}
	if len(t.Rows) == 0 {
		t.Notes = []string{"There is no such game."}
	}
	return t.Write(w.out, table.On(w.out, os.Environ()))
}

// siteTurns prints what the caller's bot was sent, answered and printed in a game on a site.
func siteTurns(ctx context.Context, w *world, address, token string, game, seat int, asJSON bool) error {
	if game < 1 {
		return fmt.Errorf("name the game of %s with --game", address)
	}
	c, err := withToken(w, address, token, "the token and the log")
	if err != nil {
		return err
	}
	turns := []wire.Turn{}
	err = c.Turns(ctx, game, seat, func(t *wire.Turns) error {
		if asJSON {
			turns = append(turns, t.Turns...)
			return nil
		}
		var list []logs.Turn
		for i := range t.Turns {
			x := &t.Turns[i]
			list = append(list, logs.Turn{Game: x.Game, Turn: x.Turn, Round: x.Round, Seat: &x.Seat, Printed: x.Printed, Notes: x.Notes,
				Answer: x.Answer, Micros: x.Micros})
		}
		_, err := w.out.Write([]byte(clean.Text(string(logs.Text(list)))))
		return host(err)
	})
	switch {
	case err != nil:
		return siteError(c, err)
	case asJSON:
		return printJSON(w.out, turns)
	}
	return nil
}
