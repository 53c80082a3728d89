package web

import (
	"cmp"
	"encoding/json"
	"mime"
	"net/http"
	"path"
	"strings"

	"agon/game"
)

// framePolicy is that of a game's own viewer, whose files are untrusted: it runs in an origin of its own, may load the files below its
// path alone, and PIXI compiles code of its own making. FILES stands for that path.
const framePolicy = "sandbox allow-scripts; default-src 'none'; script-src FILES 'unsafe-eval'; style-src FILES 'unsafe-inline'; " +
	"img-src FILES data: blob:; media-src FILES; font-src FILES; connect-src FILES data: blob:; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors 'self'"

// viewerPath is the path of the files of a game's own viewer, which other pages do not know.
func (s *gameSite) viewerPath() string { return "viewer/" + s.name + "/" }

// own returns the viewer of the game; nil: it has none, or a person plays here, or the page is one of a site.
func (s *gameSite) own() game.Viewer {
	if kind := s.film.Info.Kind; kind != nil && s.address != "" && s.chair == nil {
		return kind.Viewer
	}
	return nil
}

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
		text, err = s.own().Read(name)
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
	var all struct {
		Agents []agent    `json:"agents"`
		Frames [][]string `json:"frames"` // lines
		Shots  []int      `json:"shots"`
	}
	for i, seat := range s.film.Info.Seats {
		all.Agents = append(all.Agents, agent{i, seat.Name})
	}
	n, _ := s.film.Len()
	for i := range n {
		for _, view := range s.own().Views(s.film.Shot(i).Frame) {
			all.Frames = append(all.Frames, strings.Split(view, "\n"))
		}
		all.Shots = append(all.Shots, max(0, len(all.Frames)-1))
	}
	return json.Marshal(all)
}
