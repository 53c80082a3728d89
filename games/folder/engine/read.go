package engine

import (
	"errors"
	"strconv"
	"strings"

	"agon/game"
)

// ErrUnread is a text that describes no position.
var ErrUnread = errors.New("it tells of no position")

// Pack writes a move where it stands in a line or beside others: its line breaks and tabs are the bytes 0x1e and 0x1f, which no move has.
// Unpack is the inverse.
var (
	Pack   = strings.NewReplacer("\n", "\x1e", "\t", "\x1f").Replace
	Unpack = strings.NewReplacer("\x1e", "\n", "\x1f", "\t").Replace
)

// Read parses the description of a position in lines: the seats that owe a move; the round, or nothing; and then the moves of each of these
// seats, as Pack writes them, separated by tabs, or nothing where the rules judge moves one by one; of a game that is over a place and a
// score of each seat, as "1:0.5", separated by blanks. round is that of a position whose rules do not count rounds.
func (p *Position) Read(text string, round int) error {
	lines := strings.Split(text, "\n")
	if len(lines) < 2 {
		return ErrUnread
	}
	p.Round = round
	if lines[1] != "" {
		n, err := strconv.Atoi(lines[1])
		if err != nil {
			return ErrUnread
		}
		p.Round = n
	}
	owes, rest := strings.Fields(lines[0]), lines[2:]
	if len(owes) == 0 {
		return p.readRanks(rest)
	}
	if len(rest) == len(owes) {
		p.Moves = make([][]string, p.Seats)
	} else if len(rest) > 0 {
		return ErrUnread
	}
	for i, word := range owes {
		seat, err := strconv.Atoi(word)
		if err != nil || seat < 0 || seat >= p.Seats {
			return ErrUnread
		}
		p.Owes.Add(game.Seat(seat))
		if p.Moves != nil {
			p.Moves[seat] = strings.Split(rest[i], "\t")
			for j, move := range p.Moves[seat] {
				p.Moves[seat][j] = Unpack(move)
			}
		}
	}
	return nil
}

// Text returns what [Position.Read] takes, with the round.
func (p *Position) Text() string {
	var owes, rest []string
	for seat, ok := p.Owes.Next(0); ok; seat, ok = p.Owes.Next(seat + 1) {
		owes = append(owes, strconv.Itoa(int(seat)))
		if p.Moves != nil {
			var packed []string
			for _, move := range p.Moves[seat] {
				packed = append(packed, Pack(move))
			}
			rest = append(rest, strings.Join(packed, "\t"))
		}
	}
	if len(owes) == 0 {
		var ranks []string
		for _, r := range p.Ranks {
			ranks = append(ranks, strconv.Itoa(r.Place)+":"+strconv.FormatFloat(r.Score, 'g', -1, 64))
		}
		rest = []string{strings.Join(ranks, " ")}
	}
	return strings.Join(append([]string{strings.Join(owes, " "), strconv.Itoa(p.Round)}, rest...), "\n")
}

func (p *Position) readRanks(rest []string) error {
	if len(rest) != 1 {
		return ErrUnread
	}
	for _, rank := range strings.Fields(rest[0]) {
		place, score, _ := strings.Cut(rank, ":")
		n, wrong := strconv.Atoi(place)
		x, err := strconv.ParseFloat(score, 64)
		// a score out of range is infinite: whoever reads it bounds scores
		if err != nil && !errors.Is(err, strconv.ErrRange) || wrong != nil {
			return ErrUnread
		}
		p.Ranks = append(p.Ranks, Rank{n, x})
	}
	if len(p.Ranks) != p.Seats {
		return ErrUnread
	}
	return nil
}
