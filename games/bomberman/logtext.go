package bomberman

import (
	"fmt"
	"strconv"
)

// The contest's visualisers and people who know them read the logs of a Replays folder, so their sentences are part of the format, spelling
// mistakes included.

// A Line is an entry of a log.
type Line struct {
	Stamp string // dd-MM-yyyy HH:mm:ss:fff
	Level byte   // 'D', 'I' or 'E'
	Text  string
}

// append appends the entry: a line end, the stamp, the level, a tab and the text. So a log begins with an empty line and has no
// line end at its end.
func (l *Line) append(dst []byte, eol string) []byte {
	dst = append(append(dst, eol...), l.Stamp...)
	dst = append(dst, " - "...)
	dst = append(dst, l.Level)
	return append(append(dst, ": \t"...), l.Text...)
}

// Executing returns the entries of a player's log for the start of its program; program and arguments are written as on a command line.
func Executing(stamp, program, args string) []Line {
	return []Line{
		{stamp, 'D', "Executing bot with following commands " + program + " " + args},
		Process(stamp, program, args),
	}
}

// Process returns the entry for any program that is started, the calibration's too.
func Process(stamp, program, args string) Line {
	return Line{stamp, 'I', "Executing process " + program + " " + args}
}

// Calibrated returns the entry for a player's additional time, in whole milliseconds.
func Calibrated(stamp string, ms int) Line {
	return Line{stamp, 'I', "Bot calibration complete and can run an additional " + number(ms) + "ms due to environment startup"}
}

// Limited returns the entry for the time after which a program is killed, in milliseconds.
func Limited(stamp string, ms int) Line {
	return Line{stamp, 'I', "Bot has " + number(ms) + "ms to run before it will be forcefully killed"}
}

// Killed returns the entry for a killed program.
func Killed(stamp string) Line {
	return Line{stamp, 'I', "Bot has been killed for taking to long to execute"}
}

// Output returns a line that a program printed; an empty one of each stream stands at its end.
func Output(stamp string, fromErr bool, text string) Line {
	l := Line{stamp, 'I', "Output from bot: " + text}
	if fromErr {
		l.Level = 'E'
	}
	return l
}

// Elapsed returns the entry for a program's running time, in .NET ticks of 100 ns.
func Elapsed(stamp string, ticks int64) Line {
	return Line{stamp, 'I', "Your bots total execution time was " + timeSpan(ticks)}
}

// Overrun returns the entries for an exceeded time limit, with the excess in ticks of 100 ns.
func Overrun(stamp string, over int64, eol string) []Line {
	return []Line{
		{stamp, 'I', "Your bot exceeded the maximum execution time"},
		{stamp, 'E', "Bot time limit exceeded TestHarness.Exceptions.TimeLimitExceededException: Time limit exceeded by " + timeSpan(over) +
			eol},
	}
}

// timeSpan formats a time as .NET does: a fraction of seven digits, or none for whole seconds.
func timeSpan(ticks int64) string {
	seconds := ticks / 1e7
	text := fmt.Sprintf("%02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	if rest := ticks % 1e7; rest != 0 {
		text += fmt.Sprintf(".%07d", rest)
	}
	return text
}

// Loaded and Registered are the engine's entries before the first round, one of each per player.
func Loaded(stamp, folder string) Line   { return Line{stamp, 'I', "Loaded bot " + folder} }
func Registered(stamp, name string) Line { return Line{stamp, 'I', "Registered player " + name} }

// Ready returns the engine's entry once the map is drawn.
func Ready(stamp string) Line { return Line{stamp, 'I', "\tOK!"} }

var commandTexts = [...]string{
	Nothing: "DoNothingCommand", Wait: "DoNothingCommand",
	Up: "MovementCommand(Up)", Left: "MovementCommand(Left)", Right: "MovementCommand(Right)", Down: "MovementCommand(Down)",
	Plant: "PlaceBombCommand", Trigger: "GameEngine.Commands.PlayerCommands.TriggerBombCommand",
}

func (s *State) locationText(cell int16) string {
	x, y := s.spot(cell)
	return fmt.Sprintf("Location(X:%d,Y:%d)", x, y)
}

func (s *State) entityText(kind string, cell int16) string {
	x, y := s.spot(cell)
	return fmt.Sprintf("%s(X:%d, Y:%d)", kind, x, y)
}

func (s *State) playerText(seat int, cell int16) string {
	x, y := s.spot(cell)
	return fmt.Sprintf("PlayerEntity(X:%d, Y:%d, Key:%c)", x, y, key(seat))
}

// refusal returns why a command failed, in the engine's words. to is the cell that a step would have reached.
func (s *State) refusal(seat int, at int16, m Move, why Fate) string {
	x, y := s.spot(at)
	dx, dy := 0, 0
	switch m {
	case Up:
		dy = -1
	case Down:
		dy = 1
	case Left:
		dx = -1
	case Right:
		dx = 1
	}
	to := fmt.Sprintf("Cannot move to Location(X:%d,Y:%d)", x+dx, y+dy)
	switch why {
	case Edge:
		return to + " as it is outside of the map bounds"
	case Wall:
		kind := "DestructibleWallEntity"
		if s.Ground[at+s.offset(m)] == hard {
			kind = "IndestructibleWallEntity"
		}
		return to + ", " + s.entityText(kind, at+s.offset(m)) + " already occupies this space"
	case OnBomb:
		return to + ", there is a bomb planted in this location"
	case EmptyBag:
		return "Already placed all the bombs for player " + s.playerText(seat, at)
	case Planted:
		return "There is already a bomb placed here " + s.locationText(at)
	case NoBombs:
		return "Player has no bombs to trigger"
	}
	return "There are no eligible bombs to trigger"
}

// percent writes a share of one as the engine does, in percent with two digits.
func percent(share float64) string { return strconv.FormatFloat(share*100, 'f', 2, 64) }
