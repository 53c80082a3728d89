package web

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"agon/game"
	"agon/game/draw"
	"agon/game/palette"
	"agon/internal/numerals"
	"agon/show/film"
)

// gamePage is the data of templates/game.html.
type gamePage struct {
	Theme  string // "light", "dark" or empty: the system's
	Policy string // a Content-Security-Policy for pages without a server
	Title  string
	Home   string // link of the logo
	Own    string // path of the page of the game's own viewer; empty: there is none

	OwnMissing string        // why the game's own viewer is not shown
	Site       string        // name of the site
	Top        template.HTML // the site's header; empty: a plain one
	Crumbs     []crumb
	Seats      string // "21 bots"
	Seed       string
	Options    []string
	Unit       string

	Proof         string // what the replay proves; empty: nothing is said
	Shared        string // that its bots are in one sandbox; empty: they are not
	Replay        string // addresses of the replay and of the neighbouring games; empty if there are none
	Before, After string
	Width, Height int // of the board, for its shape before it is drawn
	Picture       template.URL
	Layers        string // of the kind's pictures, as JSON
	Rows          []finalRow
	Kind, Version string
	Head, Foot    template.HTML // sheets and scripts, made by this package
	Hands         *hands        // of the player on this page
	Logged        bool          // a panel shows the output of bots
	Logs          string        // their seats, of which the server has the logs; empty: they are in the page
	Showing       string        // names this game among those of a loop; empty elsewhere
	Hall          bool          // the loop is on a big screen, with nothing to press
	Bracket       bool          // the server answers "bracket"
}

// layersJSON returns a kind's layers for the page.
func layersJSON(kind *game.Kind) string {
	text, err := json.Marshal(append([]draw.Layer{}, kind.Layers...))
	if err != nil {
		panic(err) // texts can always be encoded
	}
	return string(text)
}

type crumb struct{ Text, Href string }

// finalRow is a line of the table that is shown without JavaScript.
type finalRow struct {
	Place                 string
	Name, Author          string
	Mark                  string
	Look                  int
	Score, Micros, Faults string
}

// newGamePage returns the data of a film's page that does not depend on playing it.
func newGamePage(f *film.Film) gamePage {
	info := &f.Info
	p := gamePage{
		Title: info.Title, Home: "#", Site: "agon", Seats: numerals.Counted(len(info.Seats), "bot"), Seed: strconv.FormatInt(info.Seed, 10),
		Options: info.Options, Unit: info.Unit, Kind: info.Kind.Title, Version: info.Kind.Version, Width: 1, Height: 1,
		Layers: layersJSON(info.Kind), Shared: info.Kind.Shared(),
	}
	if info.Veiled {
		p.Seed = ""
	}
	p.Title = cmp.Or(p.Title, info.Kind.Title)
	if n, _ := f.Len(); n > 0 {
		last := f.Shot(n - 1)
		if picture := f.View(n - 1).Picture(); picture.Width > 0 { // reserves the place of the board before it is drawn
			p.Width, p.Height = picture.Width, picture.Height
		}
		p.Rows = finalRows(f, n, &last)
	}
	return p
}

// finalRows returns the seats in the order of their places after the last of n shots.
func finalRows(f *film.Film, n int, last *film.Shot) []finalRow {
	slots, marks, tally := f.Info.Looks(), f.Info.Marks(), count(f, n)
	rows := make([]finalRow, 0, len(slots))
	for _, seat := range last.ByPlace() {
		s := f.Info.Seats[seat]
		rows = append(rows, finalRow{
			Place: last.PlaceText(seat), Name: s.Name, Author: s.Author,
			Mark: marks[seat], Look: slots[seat] % len(palette.Slots),
			Score: scoreText(last.Scores[seat], f.Info.Unit), Micros: tally.mean(seat), Faults: tally.faultsOf(seat),
		})
	}
	return rows
}

// tally is a game's times, moves and faults by seat.
type tally struct {
	took   []game.Micros
	moves  []int
	faults []int
}

func count(f *film.Film, n int) tally {
	seats := len(f.Info.Seats)
	t := tally{make([]game.Micros, seats), make([]int, seats), make([]int, seats)}
	for i := range n {
		shot := f.Shot(i)
		for seat, took := range shot.Took {
			if took >= 0 {
				t.took[seat] += took
				t.moves[seat]++
			}
		}
		for _, fault := range shot.Faults {
			t.faults[fault.Seat]++
		}
	}
	return t
}

func (t *tally) mean(seat int) string {
	if t.moves[seat] == 0 {
		return ""
	}
	return microsColumn(float64(t.took[seat]) / float64(t.moves[seat]))
}

func (t *tally) faultsOf(seat int) string { return faultsText(t.faults[seat]) }

// render executes a template.
func render(name string, data any) (string, error) {
	var text strings.Builder
	if err := pages().ExecuteTemplate(&text, name, data); err != nil {
		return "", fmt.Errorf("render %s: %w", name, err)
	}
	return text.String(), nil
}
