//go:build ignore

// A bot for Colour Battle that walks to the nearest tile that it can paint and reach before the others. Make it choose better.
//
// Build it with: go build -o bot agon.go bot.go
package main

func main() { Play("Nearest in Go", "you", choose) }

func choose(g *Game) string {
	grid := g.Grids["grid"]
	id, x, y := g.Lists["ids"][g.Seat], g.Lists["x"][g.Seat], g.Lists["y"][g.Seat]
	toX, toY, best := x, y, 5*len(grid)
	for ty, row := range grid {
		for tx, floor := range row {
			if tx == x && ty == y || !gains(floor, id) {
				continue
			}
			cost := abs(tx-x) + abs(ty-y)
			if othersReach(g, tx, ty, cost) {
				cost += 2 * len(grid)
			}
			if cost < best {
				toX, toY, best = tx, ty, cost
			}
		}
	}
	switch {
	case toX > x:
		return "RIGHT"
	case toX < x:
		return "LEFT"
	case toY > y:
		return "UP"
	case toY < y:
		return "DOWN"
	}
	return "STAY"
}

// gains reports whether a tile becomes ours when we step on it.
func gains(floor, id int) bool { return floor == 0 || (id-floor+300)%3 == 2 }

// othersReach reports whether another bot is at most that many steps from a tile.
func othersReach(g *Game, tx, ty, steps int) bool {
	for other, x := range g.Lists["x"] {
		if other != g.Seat && abs(tx-x)+abs(ty-g.Lists["y"][other]) <= steps {
			return true
		}
	}
	return false
}

func abs(n int) int { return max(n, -n) }
