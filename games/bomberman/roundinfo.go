package bomberman

import "agon/game"

// An Entrant is the player of a seat, as bot.json describes it. A human player only has a NickName.
type Entrant struct {
	Author, NickName, Email string
	BotType                 string // by its name in bot.json, as "Python3"
	Person                  bool   // a human player: has no folder and no log of its own
}

// Name returns the display name: the nickname, else the author, else the address.
func (e *Entrant) Name() string {
	switch {
	case e.NickName != "":
		return e.NickName
	case e.Author != "":
		return e.Author
	}
	return e.Email
}

// AppendRoundInfo appends the text of roundInfo.json: the leader, the leaderboard and all players by key. It has no points.
func AppendRoundInfo(dst []byte, r *Rules, s *State, cast []Entrant) []byte {
	var board [maxSeats]int
	for i := range cast {
		board[r.Outcome(s, game.Seat(i)).Place-1] = i
	}
	dst = appendField(dst, `{"MapSeed":`, s.Seed)
	dst = appendField(dst, `,"Round":`, s.Round)
	dst = append(dst, `,"Winner":`...)
	dst = appendEntrant(dst, board[0], cast)
	dst = append(dst, `,"LeaderBoard":[`...)
	for i := range cast {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendEntrant(dst, board[i], cast)
	}
	dst = append(dst, `],"Players":[`...)
	for i := range cast {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendEntrant(dst, i, cast)
	}
	return append(dst, `]}`...)
}

func appendEntrant(dst []byte, seat int, cast []Entrant) []byte {
	e := cast[seat]
	if e.Person {
		e.Author, e.Email, e.BotType = e.NickName, e.NickName, "Unkown" // the original's spelling
	}
	dst = appendText(append(dst, `{"Author":`...), e.Author)
	dst = appendText(append(dst, `,"NickName":`...), e.NickName)
	dst = appendText(append(dst, `,"Email":`...), e.Email)
	dst = append(append(dst, `,"PlayerKey":"`...), key(seat))
	dst = appendText(append(dst, `","BotType":`...), e.BotType)
	return append(dst, '}')
}
