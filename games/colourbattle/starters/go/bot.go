// A bot for Colour Battle that walks to the nearest tile it can paint. Make it choose better.
//
// Build it with:  go build -o bot agon.go bot.go
package main

func main() { Play("Nearest in Go", "you", choose) }

func choose(g *Game) string {
	grid := g.Grids["grid"]
	id, x, y := g.Lists["ids"][g.Seat], g.Lists["x"][g.Seat], g.Lists["y"][g.Seat]
	toX, toY, nearest := x, y, len(grid)*2
	for ty, row := range grid {
		for tx, floor := range row {
			far := abs(tx-x) + abs(ty-y)
			if gains(floor, id) && far > 0 && far < nearest {
				toX, toY, nearest = tx, ty, far
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

// gains tells whether a tile becomes ours when we step on it.
func gains(floor, id int) bool { return floor == 0 || (id-floor+300)%3 == 2 }

func abs(n int) int { return max(n, -n) }
