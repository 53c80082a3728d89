package web

import (
	"embed"
	"html/template"
	"io/fs"
	"strings"
	"sync"

	"agon/game"
)

//go:embed assets
var assetFiles embed.FS

//go:embed templates
var templateFiles embed.FS

// pages are the templates, parsed when the first is needed; they are safe for concurrent use.
var pages = sync.OnceValue(func() *template.Template { return template.Must(template.ParseFS(templateFiles, "templates/*.html")) })

// The modules of a page, each after those that it imports. "view.js" is the kind's own.
var (
	gameModules = []string{"shown.js", "drawing.js", "reel.js", "source.js", "numbers.js", "look.js", "state.js", "player.js", "brush.js",
		"board.js", "paint.js", "shapes.js", "duel.js", "picture.js", "strip.js", "list.js", "chances.js", "again.js", "story.js",
		"faults.js", "times.js", "scrub.js", "cards.js", "notes.js", "turnlist.js", "figures.js", "output.js", "spoken.js", "keys.js",
		"controls.js", "gamekeys.js", "faultwords.js", "view.js", "own.js", "game.js", "watch.js"}
	reportModules = []string{"keys.js", "order.js", "search.js", "report.js"}
	gamesModules  = []string{"keys.js", "pager.js", "gamefilter.js", "gamelist.js"}
	ladderModules = []string{"keys.js", "search.js", "pager.js", "gamefilter.js", "ladder.js"}
)

// The style sheets of a page, in order.
var (
	gameSheets   = []string{"tokens.css", "page.css", "game.css"}
	reportSheets = []string{"tokens.css", "page.css", "text.css", "report.css", "bracket.css", "ladder.css", "groups.css"}
)

// asset returns a file of assets/. The names are constants of this package, so a missing file is a bug and panics.
func asset(name string) string {
	text, err := assetFiles.ReadFile("assets/" + name)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// viewOf returns a kind's view.js, or "" if it has none.
func viewOf(kind *game.Kind) string {
	if kind.Files == nil {
		return ""
	}
	text, err := fs.ReadFile(kind.Files, "view.js")
	if err != nil {
		return ""
	}
	return string(text)
}

// sheet returns several style sheets as one.
func sheet(names []string) string {
	var all strings.Builder
	for _, name := range names {
		all.WriteString(asset(name))
		if name == "report.css" {
			all.WriteString(fitRules())
		}
	}
	return all.String()
}
