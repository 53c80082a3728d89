package site

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"agon/contest"
	"agon/contest/store"
	"agon/site/contests"
	"agon/site/people"
	"agon/site/wire"
)

// An opposite undoes a decision. It is kept as JSON in the log of decisions, with one of its parts.
type opposite struct {
	What store.What `json:"what,omitempty"` // a decision about Bot
	Bot  string     `json:"bot,omitempty"`

	Key   string `json:"key,omitempty"` // of a limit, which gets the value Limit again
	Limit string `json:"limit,omitempty"`

	Dates  *dates `json:"dates,omitempty"`  // as they were before
	Reveal bool   `json:"reveal,omitempty"` // the table
}

// keepDecision writes a decision into the log of decisions, with its opposite if it has one. who is a person's name, or [itself].
func (s *Site) keepDecision(ctx context.Context, who, what, why, about string, undo *opposite) error {
	text := ""
	if undo != nil {
		data, err := json.Marshal(undo)
		if err != nil {
			return err
		}
		text = string(data)
	}
	return s.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO audit (at, who, what, why, about, undo) VALUES (?, ?, ?, ?, ?, ?)`, s.options.Now().UnixMilli(), who, what, why, about, text)
		return err
	})
}

// itself is who decides what the site decides without a person.
const itself = "the site"

// mostGames bounds the games of one decision to play them again.
const mostGames = 1000

// decide carries out a decision of the form on the desk.
func (s *Site) decide(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("contest")
	told, err := s.decideFor(r.Context(), reader(r), name, wire.Deciding{
		Reason: wire.Reason{Why: r.PostFormValue("why")}, What: r.PostFormValue("what"), Bot: r.PostFormValue("bot"), Games: r.PostFormValue("games"),
		Key: r.PostFormValue("key"), Value: r.PostFormValue("value"),
	})
	if err != nil {
		return err
	}
	return s.note(w, r, "/c/"+name+"/desk", told)
}

// decideFor carries out a decision of a person about a contest, and returns what was done.
func (s *Site) decideFor(ctx context.Context, by *people.Person, name string, d wire.Deciding) (told string, err error) {
	c, err := s.contests.Find(name)
	if err != nil {
		return "", err
	}
	why, err := reason(d.Why)
	if err != nil {
		return "", err
	}
	switch d.What {
	case "limit":
		return s.decideLimit(ctx, by, c, d.Key, strings.TrimSpace(d.Value), why)
	case string(store.Again):
		return s.decideAgain(ctx, by, c, d.Games, why)
	case string(store.Barred), string(store.Withdrawn), string(store.Reinstated):
		return s.decideBot(ctx, by.Name, c, store.What(d.What), d.Bot, why)
	}
	return "", &people.Problem{Text: fmt.Sprintf("No decision is called %q.", d.What)}
}

// done are the words of decisions about bots.
var done = map[store.What]string{store.Barred: "disqualified", store.Withdrawn: "withdrew", store.Reinstated: "reinstated"}

// decideBot takes a bot out of a contest, or back into it.
func (s *Site) decideBot(ctx context.Context, who string, c *contests.Contest, what store.What, bot, why string) (told string, err error) {
	undo := &opposite{What: store.Reinstated, Bot: bot}
	if what == store.Reinstated {
		undo.What = store.Withdrawn
		if strings.HasPrefix(out(c, bot), "disqualified") {
			undo.What = store.Barred
		}
	}
	if err := s.contests.Decide(ctx, c, contest.Decision{What: what, Bot: bot, Why: why, By: who}); err != nil {
		return "", err
	}
	if err := s.alerts.Forget(ctx, c.Name, bot); err != nil {
		return "", err
	}
	if err := s.keepDecision(ctx, who, done[what]+" "+bot, why, c.Name, undo); err != nil {
		return "", err
	}
	verb := map[store.What]string{store.Barred: "is disqualified", store.Withdrawn: "is withdrawn", store.Reinstated: "plays again"}[what]
	return fmt.Sprintf("%s %s.", bot, verb), nil
}

// out returns why a bot is out of its contest, empty if it is not.
func out(c *contests.Contest, bot string) string {
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

// decideAgain has games played again: their numbers from 1, with blanks or commas between them, or a stage's name.
func (s *Site) decideAgain(ctx context.Context, by *people.Person, c *contests.Contest, games, why string) (told string, err error) {
	d := contest.Decision{What: store.Again, Why: why, By: by.Name}
	words := strings.FieldsFunc(games, func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) == 0 || len(words) > mostGames {
		return "", &people.Problem{Text: fmt.Sprintf("Name the games by their numbers, at most %d of them, or a stage.", mostGames)}
	}
	for _, word := range words {
		n, err := strconv.Atoi(word)
		switch {
		case err == nil && n > 0:
			d.Games = append(d.Games, n-1)
		case err == nil:
			return "", &people.Problem{Text: fmt.Sprintf("%q is not the number of a game; games are counted from 1.", word)}
		default:
			d.Games, d.Stage = nil, strings.TrimSpace(games)
		}
		if d.Stage != "" {
			break
		}
	}
	what := "had stage " + d.Stage + " played again"
	if d.Stage == "" {
		what = fmt.Sprintf("had game %s played again", strings.Join(words, ", "))
	}
	if err := s.contests.Decide(ctx, c, d); err != nil {
		return "", err
	}
	return "They are played again.", s.keepDecision(ctx, by.Name, what, why, c.Name, nil)
}

// decideLimit changes a limit; an empty value restores that of the contest's file.
func (s *Site) decideLimit(ctx context.Context, by *people.Person, c *contests.Contest, key, value, why string) (told string, err error) {
	was, err := s.contests.SetLimit(ctx, c, key, value, why)
	if err != nil {
		return "", err
	}
	now := value
	if now == "" {
		now = "that of the contest's file"
	}
	told = fmt.Sprintf("Limit %s is %s.", key, now)
	return told, s.keepDecision(ctx, by.Name, fmt.Sprintf("set limit %s to %s", key, now), why, c.Name, &opposite{Key: key, Limit: was})
}

// undo takes the opposite of a decision in the log.
func (s *Site) undo(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("contest")
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return people.ErrNobody
	}
	what, err := s.undoFor(r.Context(), reader(r), name, id)
	if err != nil {
		return err
	}
	return s.note(w, r, "/c/"+name+"/desk", "Undone: "+what+".")
}

// undoFor takes the opposite of a decision about a contest, and returns what was decided.
func (s *Site) undoFor(ctx context.Context, by *people.Person, name string, id int64) (what string, err error) {
	c, err := s.contests.Find(name)
	if err != nil {
		return "", err
	}
	var text string
	var undone bool
	err = s.db.Row(ctx, `SELECT what, undo, undone FROM audit WHERE id = ? AND about = ?`, id, c.Name).Scan(&what, &text, &undone)
	if errors.Is(err, sql.ErrNoRows) {
		return "", people.ErrNobody
	}
	if err != nil {
		return "", err
	}
	var o opposite
	if text == "" || undone {
		return "", &contests.Conflict{Text: "This decision cannot be undone, or was undone already."}
	}
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return "", err
	}
	why := fmt.Sprintf("undoes %q", what)
	switch {
	case o.What != "":
		_, err = s.decideBot(ctx, by.Name, c, o.What, o.Bot, why)
	case o.Key != "":
		_, err = s.decideLimit(ctx, by, c, o.Key, o.Limit, why)
	case o.Dates != nil:
		err = s.setDates(ctx, by, c, *o.Dates, why)
	case o.Reveal:
		err = s.revealTable(ctx, by, c, why)
	}
	if err != nil {
		return "", err
	}
	return what, s.db.Write(context.WithoutCancel(ctx), func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE audit SET undone = 1 WHERE id = ?`, id)
		return err
	})
}

// decision is a line of the log of decisions on a desk.
type decision struct {
	ID             int64
	At             time.Time
	Who, What, Why string
	Undo           bool // it can be undone
	Undone         bool
}

// mostDecisions is how many decisions a desk shows.
const mostDecisions = 50

// decisionsAbout returns the newest decisions about a contest, the newest first.
func (s *Site) decisionsAbout(ctx context.Context, contest string) (list []decision, err error) {
	err = s.db.Each(ctx, func(scan func(...any) error) error {
		var d decision
		var at int64
		if err := scan(&d.ID, &at, &d.Who, &d.What, &d.Why, &d.Undo, &d.Undone); err != nil {
			return err
		}
		d.At = time.UnixMilli(at)
		list = append(list, d)
		return nil
	}, `SELECT id, at, who, what, why, undo <> '' AND undone = 0, undone FROM audit WHERE about = ? ORDER BY id DESC LIMIT ?`, contest, mostDecisions)
	return list, err
}
