package external

import (
	"sync"

	"agon/game/draw"
	"agon/games/folder/external/entities"
)

// mostViews bounds what is kept of what an engine draws in a game, in bytes.
const mostViews = 4 << 20

// A drawing is the scene of a game as it stands at one of its points. It is safe for concurrent use.
type drawing struct {
	mu    sync.Mutex
	at    *point
	scene *entities.Scene
	drawn bool // by entities
}

// A scene is a picture of free shapes, as gamefolder draws it.
type scene struct {
	Width  int          `json:"width"`
	Height int          `json:"height"`
	Shapes []draw.Shape `json:"shapes"`
}

// scene returns what the engine has drawn until a point, and what of it is left out; nil if it has drawn no entities. It goes on from the point that was drawn last.
func (at *point) scene(images entities.Images, seats int) (*scene, string) {
	first, way := at, []*point{}
	for first.before != nil {
		first = first.before
	}
	d := &first.deal.drawing
	d.mu.Lock()
	defer d.mu.Unlock()
	for p := at; p != d.at || p == nil; p = p.before {
		if p == nil {
			d.scene, d.drawn = entities.New(images), false
			break
		}
		way = append(way, p)
	}
	for i := range way {
		if p := way[len(way)-1-i]; p.said != nil {
			for _, view := range p.said.Views {
				d.drawn = d.scene.Take(view) || d.drawn
			}
		}
	}
	if d.at = at; !d.drawn {
		return nil, ""
	}
	shapes, left := d.scene.Shapes(seats), d.scene.Left()
	if at.viewed > mostViews || at.size > mostSaid {
		left = "the engine has drawn more in this game than is kept"
	}
	return &scene{entities.Width, entities.Height, shapes}, left
}
