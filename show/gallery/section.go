package gallery

import (
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"agon/internal/regular"
)

// A Wall is the exhibits, and the ballot of one voter, as a part of a page of a site that knows its voters. The page has the styles of
// [WallSheet].
type Wall struct {
	Show   *Show    // may be nil: there is no art yet
	Art    string   // address above the pictures, which [Show.ServePicture] serves
	Names  []string // the exhibits of the vote, in its order; nil: those of the show
	Veiled bool     // results of games are left out beside the pictures
	Method Method
	Action string // address that takes the reader's ballot; empty: the reader has none
	Own    []int  // of Names: the reader's
	Form   url.Values
}

// HTML returns the exhibits, with a form if there is an address for ballots.
func (x *Wall) HTML() (template.HTML, error) {
	v := &view{Vote: x.Action != "", Open: x.Action != "", Ranked: x.Method == Ranked, Action: x.Action}
	names := x.Names
	if names == nil && x.Show != nil {
		names = x.Show.Names()
	}
	for i, name := range names {
		e := Exhibit{Name: name}
		at := -1
		if x.Show != nil {
			at = slices.IndexFunc(x.Show.Exhibits, func(e Exhibit) bool { return e.Name == name })
		}
		if at >= 0 {
			e.Pictures = slices.Clone(x.Show.Exhibits[at].Pictures)
		}
		if x.Veiled {
			for i := range e.Pictures {
				e.Pictures[i].Label = ""
			}
		}
		shown := newExhibit(i, &e, at, x.Art)
		shown.Own = slices.Contains(x.Own, i)
		v.Exhibits = append(v.Exhibits, shown)
	}
	v.places()
	if x.Form != nil {
		v.keep(x.Form)
	}
	return part("show", v)
}

// TallyHTML returns the tally of ballots as a table. open says that the vote goes on.
func TallyHTML(m Method, names []string, ballots []Ballot, open bool) (template.HTML, error) {
	v := &view{Vote: true, Open: open, Ranked: m == Ranked, Tally: true, Voted: len(ballots)}
	v.count(m, names, Tally(m, len(names), ballots))
	return part("tally", v)
}

// part returns a template as a part of a page.
func part(name string, v *view) (template.HTML, error) {
	var text strings.Builder
	if err := pages.ExecuteTemplate(&text, name, v); err != nil {
		return "", err
	}
	return template.HTML(text.String()), nil
}

// WallSheet is the styles of a [Wall] and of a tally, beside those that all pages share.
func WallSheet() string { return sheetText }

// ServePicture serves a picture by the indexes of its exhibit and of itself, "3" and "0.gif".
func (s *Show) ServePicture(w http.ResponseWriter, r *http.Request, exhibit, picture string) {
	at, err := strconv.Atoi(exhibit)
	name, isGIF := strings.CutSuffix(picture, ".gif")
	nth, bad := strconv.Atoi(name)
	if err != nil || bad != nil || !isGIF || at < 0 || at >= len(s.Exhibits) || nth < 0 || nth >= len(s.Exhibits[at].Pictures) {
		http.NotFound(w, r)
		return
	}
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer root.Close()
	data, err := regular.ReadSmallIn(root, s.Exhibits[at].Pictures[nth].file, maxGIF)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/gif")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.Header().Set("Cache-Control", "private, max-age=300")
	w.Write(data)
}

// ReadBallot reads a ballot on n exhibits from its form: like=N for each exhibit that is liked, or rank-N=PLACE. The error is for the
// voter.
func ReadBallot(m Method, n int, form url.Values) (Ballot, error) {
	if m == Ranked {
		return readRanks(n, form)
	}
	var b Ballot
	seen := map[int]bool{}
	for _, text := range form["like"] {
		at, err := strconv.Atoi(text)
		if err != nil || at < 0 || at >= n {
			return b, errors.New("the ballot names an unknown exhibit")
		}
		seen[at] = true
	}
	for at := range n {
		if seen[at] {
			b.Likes = append(b.Likes, at)
		}
	}
	return b, nil
}

func readRanks(n int, form url.Values) (Ballot, error) {
	b := Ballot{Ranks: make([]int, n)}
	for at := range b.Ranks {
		text := form.Get("rank-" + strconv.Itoa(at))
		if text == "" {
			continue
		}
		rank, err := strconv.Atoi(text)
		if err != nil {
			return b, errors.New("a rank must be a whole number")
		}
		b.Ranks[at] = rank
	}
	return b, nil
}
