package gallery

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"image/gif"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode"

	"agon/internal/regular"
	"agon/show/term/screen"
)

// ErrNone is the error of a folder without art.
var ErrNone = errors.New("no art found: it has neither results.json with p1.gif or p2.gif beside it, as agon run --log writes them, nor " +
	"any GIF")

// Limits of what is shown.
const (
	maxExhibits = 500
	maxPictures = 100      // of an exhibit
	maxFolders  = 20000    // folders that are searched
	maxGIF      = 16 << 20 // bytes
	maxResults  = 32 << 20
	maxPixels   = 4096 // across and down
	maxName     = 80   // columns of a name
)

// A Show is the exhibits of a gallery, in the order of their names.
type Show struct {
	Exhibits []Exhibit
	dir      string
}

// An Exhibit is a bot with its art.
type Exhibit struct {
	Name     string
	Pictures []Picture
}

// A Picture is an animated GIF.
type Picture struct {
	Label         string // "against Old Habit, 28 : 23"
	Width, Height int
	file          string // beneath the folder
}

// Open searches a folder and its direct subfolders. The error says that there is no art, or what could not be read.
func Open(dir string) (*Show, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	s := &Show{dir: dir}
	if err := s.gather(root); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return s, nil
}

// Names returns the names of the exhibits.
func (s *Show) Names() []string {
	var names []string
	for _, e := range s.Exhibits {
		names = append(names, e.Name)
	}
	return names
}

func (s *Show) gather(root *os.Root) error {
	found := map[string][]Picture{}
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	if len(entries) > maxFolders {
		return fmt.Errorf("%d entries; at most %d are searched", len(entries), maxFolders)
	}
	folders := []string{"."}
	for _, e := range entries {
		if e.IsDir() && !strings.HasSuffix(e.Name(), ".part") {
			folders = append(folders, e.Name())
		}
	}
	for _, folder := range folders {
		if err := game(root, folder, found); err != nil {
			return fmt.Errorf("%s: %w", path.Join(folder, "results.json"), err)
		}
	}
	if len(found) == 0 {
		loose(root, entries, found)
	}
	for name, pictures := range found {
		s.Exhibits = append(s.Exhibits, Exhibit{name, pictures[:min(len(pictures), maxPictures)]})
	}
	slices.SortFunc(s.Exhibits, func(a, b Exhibit) int { return cmp.Compare(a.Name, b.Name) })
	switch n := len(s.Exhibits); {
	case n == 0:
		return ErrNone
	case n > maxExhibits:
		return fmt.Errorf("%d bots have art; the limit is %d", n, maxExhibits)
	}
	return nil
}

// results is the part of a game's results.json that is read, which the original runner wrote too.
type results struct {
	Players struct {
		One struct{ Name string } `json:"player_one"`
		Two struct{ Name string } `json:"player_two"`
	} `json:"players"`
	Score []int `json:"score"`
}

// game adds the art of a game's folder, if it has results.
func game(root *os.Root, folder string, found map[string][]Picture) error {
	text, err := regular.ReadSmallIn(root, path.Join(folder, "results.json"), maxResults)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var r results
	if err := json.Unmarshal(text, &r); err != nil {
		return fmt.Errorf("not a result of a game: %w", err)
	}
	for seat, name := range []string{r.Players.One.Name, r.Players.Two.Name} {
		other := []string{r.Players.Two.Name, r.Players.One.Name}[seat]
		label := "against " + isolated(clean(other))
		if len(r.Score) == 2 {
			label += fmt.Sprintf(", %d : %d", r.Score[seat], r.Score[1-seat])
		}
		if p, ok := pictureIn(root, path.Join(folder, fmt.Sprintf("p%d.gif", seat+1)), label); ok {
			found[clean(name)] = append(found[clean(name)], p)
		}
	}
	return nil
}

// loose adds GIFs directly in the folder, each under its own name.
func loose(root *os.Root, entries []fs.DirEntry, found map[string][]Picture) {
	for _, e := range entries {
		base, ok := strings.CutSuffix(e.Name(), ".gif")
		if !ok || e.IsDir() {
			continue
		}
		if p, ok := pictureIn(root, e.Name(), ""); ok {
			found[clean(base)] = append(found[clean(base)], p)
		}
	}
}

// pictureIn checks a file; only a GIF is accepted.
func pictureIn(root *os.Root, name, label string) (Picture, bool) {
	data, err := regular.ReadSmallIn(root, name, maxGIF)
	if err != nil {
		return Picture{}, false
	}
	c, err := gif.DecodeConfig(bytes.NewReader(data))
	if err != nil || c.Width < 1 || c.Height < 1 || c.Width > maxPixels || c.Height > maxPixels {
		return Picture{}, false
	}
	return Picture{label, c.Width, c.Height, name}, true
}

// clean makes a name safe for pages and terminals.
func clean(name string) string {
	name = screen.Cut(screen.Clean(name), maxName)
	if name == "" {
		return "(no name)"
	}
	return name
}

// isolated returns a name for the middle of a sentence: one that reads from the right turns nothing around that stands behind it.
func isolated(name string) string {
	fromRight := func(r rune) bool {
		return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko)
	}
	if strings.ContainsFunc(name, fromRight) {
		return "\u2068" + name + "\u2069"
	}
	return name
}
