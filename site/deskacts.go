package site

import (
	"fmt"
	"strconv"
	"strings"

	"agon/show/report"
	"agon/site/contests"
	"agon/site/decisions"
)

// An act is a button that asks for a reason, and for what else is needed, and then does something. It stands beside what it acts on.
type act struct {
	Label  string // of the button; it gets an ellipsis
	Of     string // what it acts on, for readers who do not see what is beside it
	Title  string // of what is asked
	Slots  []int  // looks of the bots that it acts on
	To     string // the address that is posted to
	Sends  [][2]string
	Asks   []askedField
	Effect []string // what it changes, and how that is undone
	Does   string   // the label of the button that does it
	Bad    bool     // it takes something away
	Small  bool
}

// askedField is a field of an act, beside the reason.
type askedField struct {
	Label, Name, Type, Value, Hint, Pattern string
	Most                                    int      // length of the value
	Options                                 []choice // to choose from; nil: it is typed
	Needed                                  bool
}

// decidedUndo is how a decision is undone.
const decidedUndo = "Undo it under Decisions."

// path returns an address below that of the contest.
func (p *deskPage) path(below string) string { return "/c/" + p.Line.Name + below }

// fillActs offers what can be done. A reader who may not decide is offered nothing.
func (p *deskPage) fillActs() {
	if !p.Decides {
		return
	}
	if p.CanPause {
		p.Acts = append(p.Acts, p.pausing())
	}
	p.Acts = append(p.Acts, p.agentActs(p.remote)...)
	p.SeeActs = p.visibility()
	p.SubmitActs = []act{p.dating("Dates", "of submissions", "When submissions open and close", "Set the dates", "opens", "closes")}
	p.TableActs = p.freezing()
	if p.Games != "" {
		p.StageActs = append(p.StageActs, p.again())
	}
	if s := p.Season; s.Next == "" && s.Wrong == "" {
		p.StageActs = append(p.StageActs, act{
			Label: "Next season", Title: "Make the next season?", To: p.path("/season"),
			Asks: []askedField{
				{Label: "Title", Name: "title", Type: "text", Value: s.Title, Most: 100, Needed: true},
				{Label: "Name in addresses", Name: "name", Type: "text", Value: s.Name, Pattern: `[a-z0-9][a-z0-9._\-]*`, Most: 64,
					Needed: true},
			},
			Effect: []string{"It begins with the bots that play now, with new games and an empty table. This contest stays readable."},
			Does:   "Make the season", Small: true,
		})
	}
	p.fillStageActs()
	p.fillBotActs()
}

// again returns the act that has games of one's choice played again.
func (p *deskPage) again() act {
	return act{
		Label: "Play games again", Title: "Play games again?", To: p.path("/decide"), Sends: [][2]string{{"what", "again"}},
		Asks:   []askedField{{Label: "Numbers of games, or a stage", Name: "games", Type: "text", Hint: "12 13", Most: 1000, Needed: true}},
		Effect: []string{againEffect}, Does: "Play again", Small: true,
	}
}

const againEffect = "The old results are kept and no longer count. A contest that is played stops for a moment."

// pausing returns the act that pauses the contest.
func (p *deskPage) pausing() act {
	return act{
		Label: "Pause", Title: "Pause " + p.Line.Title + "?", To: p.path("/pause"), Bad: true, Does: "Pause the contest",
		Effect: []string{"Games that are being played stop and are played again later: none is lost.", "Play goes on with it."},
	}
}

// visibility returns who may see the contest from then on.
func (p *deskPage) visibility() []act {
	if !p.Line.Private {
		return []act{{
			Label: "Make it private", Title: "Make " + p.Line.Title + " private?", To: p.path("/private"),
			Does: "Make it private", Small: true,
			Effect: []string{"From then on only people who open its link, or have a bot in it, can see the contest; organisers and the " +
				"jury too."},
		}}
	}
	return []act{
		{
			Label: "New link", Title: "Make a new link?", To: p.path("/private"), Does: "Make a new link", Small: true,
			Effect: []string{"A new link ends the one before; guests stay."},
		},
		{
			Label: "Show to everybody", Title: "Show " + p.Line.Title + " to everybody?", To: p.path("/public"),
			Does: "Show it", Small: true,
		},
	}
}

// dating returns an act that sets some dates; the others stay.
func (p *deskPage) dating(label, of, title, does string, names ...string) act {
	a := act{Label: label, Of: of, Title: title, To: p.path("/dates"), Does: does, Small: true,
		Effect: []string{"Leave a date empty to do that yourself, by a button of this page. Times are those of the zone " + p.Zone + "."}}
	shown := strings.Join(names, " ")
	for _, f := range p.Fields() {
		if !strings.Contains(shown, f.Name) {
			a.Sends = append(a.Sends, [2]string{f.Name, f.Value})
			continue
		}
		label := f.Label
		if f.Done {
			label += ", done"
		}
		a.Asks = append(a.Asks, askedField{Label: label, Name: f.Name, Type: "datetime-local", Value: f.Value})
	}
	return a
}

// freezing returns what can be done with the table.
func (p *deskPage) freezing() []act {
	now := act{
		Label: "Freeze now", Title: "Freeze the table now?", To: p.path("/freeze"), Does: "Freeze it", Small: true,
		Effect: []string{"Only organisers and the jury see the table, reports and live games, until it is revealed.", decidedUndo},
	}
	if !p.Frozen.IsZero() {
		now = act{
			Label: "Reveal", Title: "Reveal the table?", To: p.path("/reveal"), Does: "Reveal it", Small: true,
			Effect: []string{"Everybody sees the table, reports and live games again."},
		}
	}
	return []act{now, p.dating("Date", "of the freeze", "When the table freezes", "Set the date", "freezes")}
}

// fillStageActs offers what can be done with each stage. What acts on a contest that is played is beside the stage that is played.
func (p *deskPage) fillStageActs() {
	now := len(p.Stages) - 1
	for i := range p.Stages {
		if p.Stages[i].State != "done" {
			now = i
			break
		}
	}
	for i := range p.Stages {
		s := &p.Stages[i]
		var acts []act
		if i == now {
			acts = p.playActs(s)
		}
		if s.Played > 0 && s.State != "ahead" {
			acts = append(acts, act{
				Label: "Play again", Of: s.Name, Title: "Play all games of " + s.Name + " again?", To: p.path("/decide"),
				Does: "Play them again", Sends: [][2]string{{"what", "again"}, {"games", s.Name}},
				Effect: []string{report.Counted(s.Played, "game") + " count no longer.", againEffect}, Bad: true, Small: true,
			})
		}
		p.Rows = append(p.Rows, deskStage{s, i == now, acts})
	}
}

// playActs returns what can be done with the stage that is played, or comes next.
func (p *deskPage) playActs(s *stageLine) (acts []act) {
	if p.CanPause {
		pause := p.pausing()
		pause.Of, pause.Small = s.Name, true
		acts = append(acts, pause)
	}
	label := "Dates"
	if s.Played > 0 {
		label = "Extend"
	}
	return append(acts,
		p.dating(label, "of "+s.Name, "When the contest starts and ends", "Set the dates", "starts", "ends"),
		act{
			Label: "Limit", Of: "of " + s.Name, Title: "Change a limit?", To: p.path("/decide"), Sends: [][2]string{{"what", "limit"}},
			Asks: []askedField{
				{Label: "Limit", Name: "key", Options: p.LimitChoices()},
				{Label: "New value; leave it empty to go back to the value in Settings", Name: "value", Type: "text", Hint: "2s", Most: 40},
			},
			Effect: []string{"Games that begin from then on have it. " + decidedUndo}, Does: "Change it", Small: true,
		})
}

// fillBotActs offers what can be done with each bot.
func (p *deskPage) fillBotActs() {
	for i := range p.Bots {
		b := &p.Bots[i]
		switch {
		case b.Due:
			continue
		case b.wakes():
			b.Acts = append(b.Acts, p.waking(b))
		case b.Out != "":
			b.Acts = append(b.Acts, p.botAct(b, "reinstated", "Reinstate", playsAgain))
		default:
			b.Acts = append(b.Acts, p.botAct(b, "withdrawn", "Withdraw", b.Stands, decidedUndo))
		}
		if b.Word != "disqualified" {
			bar := p.botAct(b, "barred", "Disqualify", b.Stands,
				"Its author and everybody else read the reason on its pages.", decidedUndo)
			bar.Bad = true
			b.Acts = append(b.Acts, bar)
		}
	}
}

const playsAgain = "Games are planned for it again from the next round of play on."

// wakes reports whether a bot rests and is out of the contest for it: in a stage whose games are drawn once it plays on.
func (d *deskBot) wakes() bool { return d.Word == "rests" && d.Out != "" }

// waking returns the act that ends the rest of a bot.
func (p *deskPage) waking(b *deskBot) act { return p.botAct(b, "reinstated", "Wake", playsAgain) }

func (p *deskPage) botAct(b *deskBot, what, label string, effect ...string) act {
	a := act{
		Label: label, Of: b.Name, Title: label + " " + b.Name + "?", Slots: []int{b.Slot}, To: p.path("/decide"),
		Sends: [][2]string{{"what", what}, {"bot", b.Name}}, Does: label, Small: true,
	}
	for _, sentence := range effect {
		if sentence != "" {
			a.Effect = append(a.Effect, sentence)
		}
	}
	return a
}

// standsOf returns what taking a bot out would change in a table; empty if it is in none.
func standsOf(t *contests.Table, bot string) string {
	lines := t.Stage.Standings
	for i := range lines {
		l := &lines[i]
		if l.Name != bot || l.Played == 0 {
			continue
		}
		stands := fmt.Sprintf("It is %d%s of %s, with %s in this stage.", l.Rank, report.OrdinalEnding(l.Rank),
			report.Counted(len(lines), "bot"), report.Counted(l.Played, "game"))
		if after := len(lines) - i - 1; after > 0 {
			stands += fmt.Sprintf(" %s below it may move up.", report.Counted(after, "bot"))
		}
		return stands + " Other contests are not touched."
	}
	return ""
}

// A decidedLine is a decision in the list of the desk.
type decidedLine struct {
	decisions.Decision
	UndoAt string // where it is undone; empty: it cannot be, or not by the reader
}

// newest is how many decisions the desk shows without being asked for more.
const newest = 8

// Decided returns the newest decisions.
func (p *deskPage) Decided() []decidedLine { return p.decided(p.Log[:min(newest, len(p.Log))]) }

// Earlier returns those before.
func (p *deskPage) Earlier() []decidedLine { return p.decided(p.Log[min(newest, len(p.Log)):]) }

func (p *deskPage) decided(log []decisions.Decision) []decidedLine {
	list := make([]decidedLine, len(log))
	for i := range log {
		list[i].Decision = log[i]
		if log[i].Undo && !log[i].Undone && p.Decides {
			list[i].UndoAt = p.path("/undo/" + strconv.FormatInt(log[i].ID, 10))
		}
	}
	return list
}
