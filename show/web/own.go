package web

import (
	"cmp"
	"encoding/json"
	"mime"
	"net/http"
	"path"
	"strings"
)

// framePolicy is that of a game's own viewer, whose files are untrusted: it runs in an origin of its own, may load the files below its
// path alone, and PIXI compiles code of its own making. FILES stands for that path.
const framePolicy = "sandbox allow-scripts; default-src 'none'; script-src FILES 'unsafe-eval'; style-src FILES 'unsafe-inline'; " +
	"img-src FILES data: blob:; media-src FILES; font-src FILES; connect-src FILES data: blob:; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors 'self'"

// viewerPath is the path of the files of a game's own viewer, which other pages do not know.
func (s *gameSite) viewerPath() string { return "viewer/" + s.name + "/" }

// ownViewer serves the files of the game's own viewer, and two of agon's which show the game by them.
func (s *gameSite) ownViewer(w http.ResponseWriter, r *http.Request) {
	h, name := w.Header(), r.PathValue("file")
	h.Set("Content-Security-Policy", strings.ReplaceAll(framePolicy, "FILES", r.Host+"/"+s.viewerPath()))
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Access-Control-Allow-Origin", "null") // the frame's origin
	var text []byte
	var err error
	switch name {
	case "agon.html", "agon.js":
		text, err = assetFiles.ReadFile("assets/ownframe" + path.Ext(name))
	case "views.json":
		text, err = s.views()
	default:
		text, err = s.film.Info.Kind.Viewer.Read(name)
	}
	if err != nil {
		http.NotFound(w, r)
		return
	}
	h.Set("Content-Type", cmp.Or(mime.TypeByExtension(path.Ext(name)), "application/octet-stream"))
	w.Write(text)
}

// views returns the game so far as a viewer of CodinGame's SDK takes it, and the number of the last frame of each shot.
func (s *gameSite) views() ([]byte, error) {
	type agent struct {
		Index int    `json:"index"`
		Name  string `json:"name"`
	}
	var game struct {
		Agents []agent    `json:"agents"`
		Frames [][]string `json:"frames"` // lines
		Shots  []int      `json:"shots"`
	}
	for i, seat := range s.film.Info.Seats {
		game.Agents = append(game.Agents, agent{i, seat.Name})
	}
	n, _ := s.film.Len()
	for i := range n {
		for _, view := range s.film.Info.Kind.Viewer.Views(s.film.Shot(i).Frame) {
			game.Frames = append(game.Frames, strings.Split(view, "\n"))
		}
		game.Shots = append(game.Shots, max(0, len(game.Frames)-1))
	}
	return json.Marshal(game)
}
