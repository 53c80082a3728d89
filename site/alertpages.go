package site

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"agon/contest/store"
	"agon/site/alerts"
	"agon/site/contests"
	"agon/site/decisions"
	"agon/site/people"
)

// alertPages show people the alerts of their bots, and let them wake one.
type alertPages struct {
	*pages
	submissions *submissions
	decisions   *decisions.Decisions
	alerts      *alerts.Alerts
}

// wakeBot lets a bot that rests play again, for its author, and returns what was done.
func (p *alertPages) wakeBot(ctx context.Context, by *people.Person, in *BotPath) (message string, err error) {
	c, b, err := p.submissions.owned(ctx, by, in.Contest, in.Bot)
	if err == nil {
		err = c.Busy()
	}
	if err != nil {
		return "", err
	}
	why, _, err := p.alerts.Rests(ctx, c.Name, b.Name)
	if err != nil {
		return "", err
	}
	if why == "" {
		return "", &contests.Conflict{Text: b.Name + " does not rest."}
	}
	return p.decisions.Bot(ctx, by.Name, c, store.Reinstated, b.Name, "woken after its rest")
}

// newFeed makes the address of the reader's feed of alerts, in place of an earlier one.
func (p *alertPages) newFeed(w http.ResponseWriter, r *http.Request) error {
	key, err := p.alerts.NewFeed(r.Context(), reader(r).ID)
	if err != nil {
		return err
	}
	return p.note(w, r, "/account", "The address of your feed, which is not shown again: "+p.base(r)+"/feed/"+key)
}

// An Atom feed, as RFC 4287 has it.
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Links   []atomLink  `xml:"link"`
	Author  string      `xml:"author>name"`
	Entries []atomEntry `xml:"entry"`
}

type atomEntry struct {
	ID      string     `xml:"id"`
	Title   string     `xml:"title"`
	Updated string     `xml:"updated"`
	Links   []atomLink `xml:"link"`
	Content string     `xml:"content"`
}

type atomLink struct {
	Rel   string `xml:"rel,attr"`
	Href  string `xml:"href,attr"`
	Title string `xml:"title,attr,omitempty"`
}

// feed serves the alerts of the person whose key the address has.
func (p *alertPages) feed(w http.ResponseWriter, r *http.Request) error {
	person, list, err := p.alerts.Feed(r.Context(), r.PathValue("key"))
	if err != nil {
		return err
	}
	f := atomFeed{ID: fmt.Sprintf("%s/alerts/%d", p.base(r), person), Title: p.name + ": your bots", Author: p.name,
		Updated: time.Unix(0, 0).UTC().Format(time.RFC3339),
		Links:   []atomLink{{Rel: "self", Href: p.base(r) + r.URL.Path}, {Rel: "alternate", Href: p.base(r) + "/account"}}}
	for i := range list {
		x := &list[i]
		e := atomEntry{ID: f.ID + "/" + strconv.FormatInt(x.ID, 10), Title: x.Name, Updated: x.At.UTC().Format(time.RFC3339),
			Content: x.Text, Links: alertLinks(p.base(r), x)}
		f.Updated = max(f.Updated, e.Updated)
		f.Entries = append(f.Entries, e)
	}
	w.Header().Set("Content-Type", "application/atom+xml; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if _, err := w.Write([]byte(xml.Header)); err != nil {
		return err
	}
	return xml.NewEncoder(w).Encode(&f)
}

// alertLinks returns the links of an alert: to the game that it names, and to the page on which the bot is mended.
func alertLinks(base string, x *alerts.Alert) []atomLink {
	bot := atomLink{Rel: "alternate", Href: base + botAddress(x.Contest, x.Bot), Title: x.Name}
	if x.Game == 0 {
		return []atomLink{bot}
	}
	bot.Rel = "related"
	game := atomLink{Rel: "alternate", Href: base + gameAddress(x.Contest, x.Game) + "/", Title: fmt.Sprintf("Game %d", x.Game)}
	return []atomLink{game, bot}
}
