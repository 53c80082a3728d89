package decisions

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
		return x.limit(ctx, who, c, d.Key, strings.TrimSpace(d.Value), why)
	case string(store.Again):
		return x.again(ctx, who, c, d.Games, why)
	case string(store.Barred), string(store.Withdrawn), string(store.Reinstated):
		return x.Bot(ctx, who, c, store.What(d.What), d.Bot, why)
	}
	return "", &people.Problem{Text: fmt.Sprintf("No decision is called %q.", d.What)}
}

// words are those of decisions about bots: in the log, and for who decides.
var words = map[store.What][2]string{
	store.Barred: {"disqualified", "is disqualified"}, store.Withdrawn: {"withdrew", "is withdrawn"},
	store.Reinstated: {"reinstated", "plays again"},
}

// Bot takes a bot out of a contest, or back into it, and returns what was done, in a sentence.
func (x *Decisions) Bot(ctx context.Context, who string, c *contests.Contest, what store.What, bot, why string) (answer string, err error) {
	undo := Opposite{What: store.Reinstated, Bot: bot}
	if what == store.Reinstated {
		undo.What = store.Withdrawn
		if strings.HasPrefix(Out(c, bot), "disqualified") {
			undo.What = store.Barred
		}
	}
	if err := x.Contests.Decide(ctx, c, contest.Decision{What: what, Bot: bot, Why: why, By: who}); err != nil {
		return "", err
	}
	if err := x.Woken(ctx, c.Name, bot); err != nil {
		return "", err
	}
	if err := x.Log.Record(ctx, who, words[what][0]+" "+bot, why, c.Name, undo); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %s.", bot, words[what][1]), nil
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
	if err := x.Contests.Again(ctx, c, d, func() error { return x.Log.Record(ctx, who, what, why, c.Name, nil) }); err != nil {
		return "", err
	}
	if c.Doing() != "" {
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

// limit changes a limit; an empty value restores that of the contest's file.
func (x *Decisions) limit(ctx context.Context, who string, c *contests.Contest, key, value, why string) (answer string, err error) {
	was, err := x.Contests.SetLimit(ctx, c, key, value, why)
	if err != nil {
		return "", err
	}
	now := value
	if now == "" {
		now = "what the contest's file says"
	}
	answer = fmt.Sprintf("Limit %s is %s.", key, now)
	return answer, x.Log.Record(ctx, who, fmt.Sprintf("set limit %s to %s", key, now), why, c.Name, Opposite{Key: key, Limit: was})
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
	why := fmt.Sprintf("undoes %q", what)
	switch {
	case o.What != "":
		_, err = x.Bot(ctx, who, c, o.What, o.Bot, why)
	case o.Key != "":
		_, err = x.limit(ctx, who, c, o.Key, o.Limit, why)
	case o.Dates != nil:
		err = x.Schedule.Restore(ctx, who, c, *o.Dates, why)
	case o.Reveal:
		err = x.Schedule.Reveal(ctx, who, c, why)
	}
	if err != nil {
		return "", err
	}
	return "Undone: " + what + ".", x.Log.undone(ctx, id)
}
