package gallery

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"agon/show/web"
)

var (
	//go:embed gallery.html
	pageText string
	//go:embed gallery.css
	sheetText string

	pages = template.Must(template.New("gallery").Parse(pageText))
)

// view is the data of gallery.html.
type view struct {
	Title    string
	Exhibits []exhibitView
	Vote     bool
	Ranked   bool
	Open     bool
	Voted    int
	Voters   int
	Places   []int  // possible ranks
	Refused  string // why a ballot does not count
	Thanks   bool   // a ballot counts
	Code     string
	Coded    bool   // a voter has a code
	Action   string // address that takes ballots

	Door      bool // asks for the organiser's key
	Tally     bool
	Organiser bool
	Lines     []lineView
	Winners   string
}

type exhibitView struct {
	Number   int
	Name     string
	Pictures []pictureView
	Liked    bool
	Rank     int
	Own      bool // it is the reader's: there is no vote for it
}

type pictureView struct {
	Href, Label, Alt string
	Width, Height    int
}

type lineView struct {
	Line
	Name, Href, Figure string
	Share              int // relative to the most votes, in percent
}

func (s *site) newView() *view {
	v := &view{Title: s.Title, Vote: s.Box != nil, Coded: true, Action: "/ballot"}
	for i := range s.Show.Exhibits {
		v.Exhibits = append(v.Exhibits, newExhibit(i, &s.Show.Exhibits[i], i, "/art"))
	}
	if s.Box == nil {
		return v
	}
	v.Ranked, v.Open = s.Box.Method == Ranked, !s.Box.Closed()
	v.Voted, v.Voters = s.Box.Turnout()
	v.places()
	return v
}

// newExhibit returns the view of an exhibit: its number in the vote, its place in the show, and the address above its pictures.
func newExhibit(number int, e *Exhibit, place int, art string) exhibitView {
	x := exhibitView{Number: number, Name: e.Name}
	for n, p := range e.Pictures {
		alt := "Art of " + e.Name
		if p.Label != "" {
			alt += " " + p.Label
		}
		x.Pictures = append(x.Pictures, pictureView{fmt.Sprintf("%s/%d/%d.gif", art, place, n), p.Label, alt, p.Width, p.Height})
	}
	return x
}

// places sets the ranks that a ballot may give.
func (v *view) places() {
	for place := 1; place <= min(len(v.Exhibits), 20); place++ {
		v.Places = append(v.Places, place)
	}
}

// keep fills the form with what was sent.
func (v *view) keep(form url.Values) {
	if code := form.Get("code"); len(code) <= 2*maxCode {
		v.Code = code
	}
	for i := range v.Exhibits {
		x := &v.Exhibits[i]
		x.Liked = slices.Contains(form["like"], strconv.Itoa(i))
		x.Rank, _ = strconv.Atoi(form.Get("rank-" + strconv.Itoa(i)))
	}
}

// newDoor asks for the organiser's key; refused says why the last one was rejected, empty for the first time.
func (s *site) newDoor(refused string) *view {
	v := s.newView()
	v.Door, v.Refused = true, refused
	return v
}

// newTally returns the view of the current tally.
func (s *site) newTally(organiser bool) *view {
	v := s.newView()
	v.Tally, v.Organiser = true, organiser
	v.count(s.Box.Method, s.Box.Names, s.Box.Tally())
	for i := range v.Lines {
		v.Lines[i].Href = fmt.Sprintf("/art/%d/0.gif", v.Lines[i].Exhibit)
	}
	return v
}

// count sets the lines of a tally.
func (v *view) count(m Method, names []string, lines []Line) {
	for _, l := range lines {
		x := lineView{Line: l, Name: names[l.Exhibit], Figure: Figure(m, l.Votes, len(lines))}
		if most := lines[0].Votes; most > 0 {
			x.Share = 100 * l.Votes / most
		}
		v.Lines = append(v.Lines, x)
	}
	v.Winners = Winners(names, lines, v.Voted)
}

// Figure describes the votes of a line in a tally of n exhibits.
func Figure(m Method, votes, n int) string {
	if m == Ranked {
		return fmt.Sprintf("beats %d of %d", votes, n-1)
	}
	if votes == 1 {
		return "1 vote"
	}
	return fmt.Sprintf("%d votes", votes)
}

// Winners names the first place in a sentence.
func Winners(names []string, lines []Line, voted int) string {
	if voted == 0 {
		return "Nobody has voted."
	}
	var first []string
	for _, l := range lines {
		if l.Place == 1 {
			first = append(first, names[l.Exhibit])
		}
	}
	if len(first) == 1 {
		return first[0] + " is first."
	}
	const most = 5
	tied := ""
	for i, name := range first[:min(len(first), most)] {
		switch {
		case i == 0:
		case i == len(first)-1:
			tied += " and "
		default:
			tied += ", "
		}
		tied += name
	}
	if more := len(first) - most; more > 0 {
		tied += fmt.Sprintf(" and %d more", more)
	}
	return tied + " are tied for the first place."
}

func (s *site) show(w http.ResponseWriter, code int, v *view) {
	var page bytes.Buffer
	if err := pages.Execute(&page, v); err != nil {
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(code)
	w.Write(page.Bytes())
}

func (s *site) sheet(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	io.WriteString(w, web.Sheets()+sheetText)
}
