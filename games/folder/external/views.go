package external

import (
	"sync"

	"agon/games/folder/external/entities"
)

// A drawing is the scene of a game as it stands at one of its points. It is safe for concurrent use.
type drawing struct {
	mu    sync.Mutex
	at    *point
	scene *entities.Scene
	drawn bool // by entities
}

// picture returns what the engine has drawn until a point, and in a sentence what of it is left out; nil if it has drawn no entities. It
// goes on from the point that was drawn last.
func (at *point) picture(images entities.Images, seats int) (*entities.Picture, string) {
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
	switch d.at = at; {
	case !d.drawn:
		return nil, ""
	case at.said == nil:
		return &entities.Picture{Width: 1, Height: 1}, "the engine has said more in this game than is kept: the rest has no picture"
	}
	return d.scene.Picture(seats), d.scene.Left()
}
