package bomberman

import (
	"bytes"

	"agon/game"
)

// The files of a round, and the one that a bot writes into its own folder.
const (
	stateFile = "state.json"
	mapFile   = "map.txt"
	infoFile  = "roundInfo.json"
	moveFile  = "move.txt"
)

// wire writes the files of a round as the original does, and reads a bot's move.txt. The folder of round 12 is "12" and that of player A
// in it, which is a bot's second argument, "12/A". Both have the state and the map; bots read either.
type wire struct {
	rules *Rules
	names [maxSeats]string
	cast  [maxSeats]Entrant
	eol   string

	veiled bool  // MapSeed is sent as 0
	state  State // if veiled: the state with that seed
}

// visible returns the state as bots may know it.
func (w *wire) visible(s *State) *State {
	if !w.veiled {
		return s
	}
	w.state = *s
	w.state.Seed = 0
	return &w.state
}

func newWire(rules *Rules, eol string) *wire {
	w := &wire{rules: rules, eol: eol}
	w.Cast(nil)
	return w
}

// Cast names the players for the files. A player without a name is "Player 1" and so on, as at the original's console.
func (w *wire) Cast(players []game.Participant) {
	for i := range w.names {
		w.cast[i] = Entrant{NickName: "Player " + number(i+1), Person: true}
		if i < len(players) && players[i].Name != "" {
			w.cast[i] = entrant(&players[i])
		}
		w.names[i] = w.cast[i].Name()
	}
}

// Common appends the folder of the round, which all seats may read.
func (w *wire) Common(p *game.Prompt, s *State) {
	s = w.visible(s)
	p.Dir = number(int(s.Round))
	w.files(p, s)
	info := p.File(infoFile)
	*info = AppendRoundInfo(*info, w.rules, s, w.cast[:s.Seats])
}

func (w *wire) files(p *game.Prompt, s *State) {
	state := p.File(stateFile)
	*state = AppendState(*state, s, w.names[:])
	text := p.File(mapFile)
	*text = AppendMap(*text, s, w.names[:], w.eol)
}

// keys are the first arguments by seat.
var keys = [maxSeats]string{"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"}

// Ask appends the player's own folder of the round, and the arguments: its key and that folder.
func (w *wire) Ask(p *game.Prompt, s *State, seat game.Seat) {
	s = w.visible(s)
	p.Dir = number(int(s.Round)) + "/" + keys[seat]
	w.files(p, s)
	p.Args = append(p.Args, keys[seat], "{dir}")
}

// Read parses the first character of move.txt. Other characters, an empty file or none do nothing; so do 7 and above. The exit code does
// not matter. The program's output becomes the remark.
func (w *wire) Read(_ *State, _ game.Seat, r *game.Reply) (Move, error) {
	m := ReadMove(r.File(moveFile))
	r.Remark = appendRemark(r.Remark, r, m)
	return m, nil
}

// Remark keeps the output and file of a program whose reply is a fault, for its log.txt.
func (w *wire) Remark(r *game.Reply) { r.Remark = appendRemark(r.Remark, r, Nothing) }

// ReadMove parses the text of a move.txt.
func ReadMove(text []byte) Move {
	if c := firstLetter(text); c >= '1' && c <= '6' {
		return Move(c - '0')
	}
	return Nothing
}

// firstLetter skips the byte order marks that .NET programs write.
func firstLetter(text []byte) byte {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if rest, ok := bytes.CutPrefix(text, []byte("\xfe\xff\x00")); ok {
		text = rest
	}
	text = bytes.TrimPrefix(text, []byte("\xff\xfe"))
	if len(text) == 0 {
		return 0
	}
	return text[0]
}

// Format returns the name of the move.
func (w *wire) Format(m Move) string { return m.String() }

// Parse reads a move by its name, its code in move.txt or its key on the original's console.
func (w *wire) Parse(text string) (Move, error) { return parseMove(text) }
