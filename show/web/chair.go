package web

import (
	"crypto/rand"
	"encoding/json"
	"net"
	"net/http"
	"slices"
	"strings"

	"agon/game"
	"agon/game/palette"
	"agon/internal/httpserver"
	"agon/show/film"
)

// A Chair is a seat that a person plays from a page of its own. Anybody who knows its path can play.
type Chair struct {
	Seat  int
	Path  string        // of the page, from NewPath
	Film  *film.Film    // the game as this seat sees it
	Keys  []game.Key    // the moves
	Press func(string)  // takes a key; safe for concurrent use
	Enter func() func() // called when a page opens; the returned function when it closes
}

// NewPath returns an unguessable path for a page.
func NewPath() string { return "/play/" + strings.ToLower(rand.Text()[:16]) + "/" }

// newPlaySite returns the handler of a game with a page for spectators, and one for each chair.
func newPlaySite(f *film.Film, addr net.Addr, chairs []Chair, logs Logs) http.Handler {
	audience := newGameSite(f, addr.String())
	if logs != nil && httpserver.IsLoopback(audience.address) { // what bots print is for who plays them, not for who can reach the address
		audience.watchLogs(logs)
	}
	for i := range chairs {
		own := newGameSite(chairs[i].Film, addr.String())
		own.chair = &chairs[i]
		own.limits = newLimits(chairStreams, chairStreams)
		own.mux.HandleFunc("POST /key", own.key)
		audience.mux.Handle(own.chair.Path, http.StripPrefix(strings.TrimSuffix(own.chair.Path, "/"), own))
	}
	return audience
}

// key takes a key from the page. Other sites cannot send one: they do not know the path, and the type of the body makes browsers send a
// preflight request, which is not answered.
func (s *gameSite) key(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Content-Type") != "application/json" {
		http.Error(w, "a key comes as application/json", http.StatusUnsupportedMediaType)
		return
	}
	var body struct{ Key string }
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<10)).Decode(&body); err != nil {
		http.Error(w, "a key comes as {\"key\": \"w\"}", http.StatusBadRequest)
		return
	}
	if !isKey(s.chair.Keys, body.Key) {
		http.Error(w, "unknown key", http.StatusUnprocessableEntity)
		return
	}
	s.chair.Press(body.Key)
	w.WriteHeader(http.StatusNoContent)
}

func isKey(keys []game.Key, name string) bool {
	return slices.ContainsFunc(keys, func(k game.Key) bool { return k.Name == name })
}

// hands is the player's part of a page.
type hands struct {
	Seat       int
	Name, Mark string
	Look       int
	Keys       []game.Key
}

// sitDown sets the player of a page; nil for spectators.
func (p *gamePage) sitDown(c *Chair, f *film.Film) {
	if c == nil {
		return
	}
	p.Home = c.Path
	p.Hands = &hands{
		Seat: c.Seat, Name: f.Info.Seats[c.Seat].Name, Mark: f.Info.Marks()[c.Seat],
		Look: f.Info.Looks()[c.Seat] % len(palette.Slots), Keys: c.Keys,
	}
}
