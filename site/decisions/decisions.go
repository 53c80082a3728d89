package decisions

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"agon/contest"
	"agon/contest/store"
	"agon/site/contests"
	"agon/site/people"
	"agon/site/schedule"
	"agon/site/wire"
)

// An Opposite undoes a decision about a bot or a limit, in one of its parts.
type Opposite struct {
	What store.What `json:"what,omitempty"` // a decision about Bot
	Bot  string     `json:"bot,omitempty"`

	Key   string `json:"key,omitempty"` // of a limit, which gets the value Limit again
	Limit string `json:"limit,omitempty"`
}

// Decisions are taken about the contests of a site. The methods are safe for concurrent use.
type Decisions struct {
	Log      *Log
	Contests *contests.Contests
	Schedule *schedule.Schedule
	Woken    func(ctx context.Context, contest, bot string) error // called with each decision about a bot: it does not rest any more
}

// mostGames bounds the games of one decision to play them again.
const mostGames = 1000

// Decide takes a decision about a contest, and returns what was done, in a sentence.
func (x *Decisions) Decide(ctx context.Context, who, name string, d wire.Deciding) (answer string, err error) {
	c, err := x.Contests.Find(name)
	if err != nil {
		return "", err
	}
	why, err := Reason(d.Why)
	if err == nil {
		err = c.Busy()
	}
	if err != nil {
		return "", err
	}
	switch d.What {
	case "limit":
		return x.limit(ctx, who, c, d.Key, strings.TrimSpace(d.Value), why, new(ended).done)
	case string(store.Again):
		return x.again(ctx, who, c, d.Games, why)
	case string(store.Barred), string(store.Withdrawn), string(store.Reinstated):
		return x.Bot(ctx, who, c, store.What(d.What), d.Bot, why)
	}
	return "", &people.Problem{Text: fmt.Sprintf("No decision is called %q.", d.What)}
}

// words are those of decisions about bots: in the log, and for who decides, when it is done and before.
var words = map[store.What][3]string{
	store.Barred:     {"disqualified", "is disqualified", "is being disqualified"},
	store.Withdrawn:  {"withdrew", "is withdrawn", "is being withdrawn"},
	store.Reinstated: {"reinstated", "plays again", "is being reinstated"},
}

// soon says when a run takes a decision about a bot.
const soon = "the contest takes that before it plans its next games"

// Bot takes a bot out of a contest, or back into it, and returns what was done, or is being done, in a sentence.
func (x *Decisions) Bot(ctx context.Context, who string, c *contests.Contest, what store.What, bot, why string) (answer string, err error) {
	var is ended
	if err := x.bot(ctx, who, c, what, bot, why, is.done); err != nil {
		return "", err
	}
	if !is.Load() {
		return fmt.Sprintf("%s %s: %s.", bot, words[what][2], soon), nil
	}
	return fmt.Sprintf("%s %s.", bot, words[what][1]), nil
}

// ended notes that a decision has been carried out, perhaps after its answer.
type ended struct{ atomic.Bool }

func (e *ended) done() error {
	e.Store(true)
	return nil
}

// bot takes a bot out of a contest, or back into it, and then calls done, perhaps after it has returned.
func (x *Decisions) bot(ctx context.Context, who string, c *contests.Contest, what store.What, bot, why string, done func() error) error {
	ctx = context.WithoutCancel(ctx)
	undo := Opposite{What: store.Reinstated, Bot: bot}
	if what == store.Reinstated {
		undo.What = store.Withdrawn
		if strings.HasPrefix(Out(c, bot), "disqualified") {
			undo.What = store.Barred
		}
	}
	return x.Contests.Decide(ctx, c, contest.Decision{What: what, Bot: bot, Why: why, By: who}, func() error {
		if err := x.Woken(ctx, c.Name, bot); err != nil {
			return err
		}
		if err := x.Log.Record(ctx, who, words[what][0]+" "+bot, why, c.Name, undo); err != nil {
			return err
		}
		return done()
	})
}

// Out returns why a bot is out of its contest, empty if it is not.
func Out(c *contests.Contest, bot string) string {
	if why := c.LeftOut(bot); why != "" {
		return "left out: " + why
	}
	if t := c.Newest(); t != nil {
		if i := slices.IndexFunc(t.Bots, func(b contests.Bot) bool { return b.Name == bot }); i >= 0 {
			return t.Bots[i].Out
		}
	}
	return ""
}

// again has games played again: their numbers from 1, with blanks or commas between them, or a stage's name.
func (x *Decisions) again(ctx context.Context, who string, c *contests.Contest, games, why string) (answer string, err error) {
	numbers, stage, err := parseGames(games)
	if err != nil {
		return "", err
	}
	what := "had stage " + stage + " played again"
	if stage == "" {
		what = "had game " + strings.Join(splitGames(games), ", ") + " played again"
	}
	ctx = context.WithoutCancel(ctx)
	d := contest.Decision{What: store.Again, Why: why, By: who, Games: numbers, Stage: stage}
	var is ended
	if err := x.Contests.Again(ctx, c, d, func() error {
		return cmp.Or(x.Log.Record(ctx, who, what, why, c.Name, nil), is.done())
	}); err != nil {
		return "", err
	}
	if !is.Load() {
		return "They will be played again: games that are being played stop first.", nil
	}
	return "They are played again.", nil
}

func splitGames(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
}

// parseGames returns the numbers of games from 0, or the name of a stage.
func parseGames(text string) (numbers []int, stage string, err error) {
	words := splitGames(text)
	if len(words) == 0 || len(words) > mostGames {
		return nil, "", &people.Problem{Text: fmt.Sprintf("Name the games by their numbers, at most %d of them, or a stage.", mostGames)}
	}
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, strings.TrimSpace(text), nil
		}
		if n < 1 {
			return nil, "", &people.Problem{Text: fmt.Sprintf("%q is not the number of a game; games are counted from 1.", word)}
		}
		numbers = append(numbers, n-1)
	}
	return numbers, "", nil
}

// limit changes a limit, and then calls done, perhaps after it has returned; an empty value restores that of the contest's file.
func (x *Decisions) limit(ctx context.Context, who string, c *contests.Contest, key, value, why string,
	done func() error) (answer string, err error) {
	ctx = context.WithoutCancel(ctx)
	now := cmp.Or(value, "what the contest's file says")
	var is ended
	err = x.Contests.SetLimit(ctx, c, key, value, why, func(was string) error {
		err := x.Log.Record(ctx, who, fmt.Sprintf("set limit %s to %s", key, now), why, c.Name, Opposite{Key: key, Limit: was})
		if err != nil {
			return err
		}
		is.Store(true)
		return done()
	})
	if err != nil {
		return "", err
	}
	if !is.Load() {
		return fmt.Sprintf("Limit %s will be %s: games that are being played stop first.", key, now), nil
	}
	return fmt.Sprintf("Limit %s is %s.", key, now), nil
}

// Undo takes the opposite of a decision about a contest, and returns what was done, in a sentence.
func (x *Decisions) Undo(ctx context.Context, who, name string, id int64) (answer string, err error) {
	c, err := x.Contests.Find(name)
	if err != nil {
		return "", err
	}
	if err := c.Busy(); err != nil {
		return "", err
	}
	what, text, err := x.Log.undoing(ctx, c.Name, id)
	if err != nil {
		return "", err
	}
	var o struct {
		Opposite
		schedule.Undo
	}
	if err := json.Unmarshal(text, &o); err != nil {
		return "", err
	}
	ctx = context.WithoutCancel(ctx)
	var is ended
	why, undone := fmt.Sprintf("undoes %q", what), func() error {
		is.Store(true)
		return x.Log.undone(ctx, id)
	}
	switch {
	case o.What != "":
		err = x.bot(ctx, who, c, o.What, o.Bot, why, undone)
	case o.Key != "":
		_, err = x.limit(ctx, who, c, o.Key, o.Limit, why, undone)
	case o.Dates != nil:
		if err = x.Schedule.Restore(ctx, who, c, *o.Dates, why); err == nil {
			err = undone()
		}
	case o.Reveal:
		if err = x.Schedule.Reveal(ctx, who, c, why); err == nil {
			err = undone()
		}
	}
	switch {
	case err != nil:
		return "", err
	case !is.Load():
		return "Being undone: " + what + ".", nil
	}
	return "Undone: " + what + ".", nil
}
