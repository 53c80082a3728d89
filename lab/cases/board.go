package cases

import (
	"fmt"
	"strings"

	"agon/game"
	"agon/show/film"
	"agon/show/term/board"
	"agon/show/term/screen"
)

// tableRoom is the number of columns that the tables beside a board may take.
const tableRoom = 78

// board returns the game before the turn of the case as lines of text, as the bot's seat sees it: as the kind prints it for people, or else
// its picture without colours, below the marks of the seats.
func (c *Case) board(kind *game.Kind) string {
	table := c.at.Table
	if table.Prints() {
		return string(table.Print(nil, c.Seat))
	}
	f := film.New(film.ReplayInfo(kind, table.Settings(), c.Game))
	f.Append(film.TakeFor(table, c.Seat))
	shown := board.Of(f.View(0))
	var text strings.Builder
	for seat := range c.Game.Seats {
		fmt.Fprintf(&text, "%s %s\n", shown.Mark(seat), screen.Clean(c.Game.Seats[seat].Name))
	}
	if tiles := shown.Tiles(); tiles.Width > 0 {
		columns, rows := board.Wide.Room(tiles.Width, tiles.Height)
		sheet := screen.New(columns, rows)
		painter := board.Painter{Shade: board.NewShade(true), Depth: screen.Plain, Picked: board.None}
		painter.Paint(sheet, 0, 0, tiles, board.Look(tiles, board.Wide, columns, rows, board.None, 0))
		fmt.Fprintf(&text, "\n%s\n", sheet.String(screen.Plain))
	}
	for _, line := range shown.Lines(tableRoom) {
		fmt.Fprintln(&text, line)
	}
	return text.String()
}
