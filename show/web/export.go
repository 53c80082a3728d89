package web

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"image/png"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"

	"agon/game"
	"agon/show/film"
	"agon/show/film/gif"
)

// ExportHTML writes a film as one file that any browser plays from the disk, offline: page, sheets, scripts and the compressed reel. Of a
// film that is still growing it writes the shots so far. Without JavaScript the file shows the final table.
func ExportHTML(w io.Writer, f *film.Film) error { return ExportLogged(w, f, nil) }

// ExportLogged is ExportHTML with a panel of what some bots printed, were sent and answered: a page for the authors of these bots. Without
// logs it has no panel.
func ExportLogged(w io.Writer, f *film.Film, logs []SeatLog) error {
	var in inlined
	script, err := gameScript(f.Info.Kind)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	page := newGamePage(f)
	page.Picture = picture(f)
	page.Head = in.sheet(sheet(gameSheets)) + in.script("", asset("theme.js"))
	if page.Logged = logs != nil; page.Logged {
		if page.Foot, err = logsElement(logs); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	page.Foot += reelElement(f, true, gzip.BestCompression)
	if in.compiles = f.Info.Again != ""; in.compiles {
		page.Foot += packedElement("again", []byte(f.Info.Again), gzip.BestCompression)
	}
	page.Foot += in.script(` type="module"`, script)
	page.Policy = in.policy()
	text, err := render("game", page)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// picture returns the last shot within the page, for browsers without JavaScript, or "" if there is none.
func picture(f *film.Film) template.URL {
	packed, err := still(f)
	if err != nil {
		return "" // the table says the same
	}
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(packed))
}

// still returns the newest shot as a PNG.
func still(f *film.Film) ([]byte, error) {
	n, _ := f.Len()
	if n == 0 {
		return nil, errors.New("a film without a shot makes no picture")
	}
	var packed bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&packed, gif.Still(f, n-1))
	return packed.Bytes(), err
}

// gameScript returns the modules of a game's page with a kind's view, as one script.
func gameScript(kind *game.Kind) (string, error) {
	script, err := bundle(gameModules, func(name string) string {
		if name == "view.js" {
			return viewOf(kind)
		}
		return asset(name)
	})
	// The script may be inside a page, so no text in it may end the element.
	return strings.ReplaceAll(script, "</script", `<\/script`), err
}

// reelElement returns a film's reel as an element that the page reads: gzip, then base64.
func reelElement(f *film.Film, times bool, level int) template.HTML {
	return packedElement("reel", reel(f, times), level)
}

// packedElement returns a text as an element with an id.
func packedElement(id string, plain []byte, level int) template.HTML {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, level)
	if err != nil {
		panic(err) // the levels are constants of this package
	}
	z.Write(plain) // writing to a bytes.Buffer cannot fail
	z.Close()
	text := base64.StdEncoding.EncodeToString(packed.Bytes())
	return template.HTML(`<script type="application/gzip" id="` + id + `">` + text + "</script>\n")
}

// reel returns all lines of a film.
func reel(f *film.Film, times bool) []byte {
	text := appendHead(nil, &f.Info)
	n, done := f.Len()
	w := newReelWriter(f, times)
	for range n {
		text = w.append(text)
	}
	if done {
		text = appendEnd(text, f)
	}
	return text
}
