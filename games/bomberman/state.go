package bomberman

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// The texts of state.json. The fields have the original's order, with "$type" first: the bots' JSON libraries need it there.
const (
	jsonType   = `{"$type":"Domain.Entities.`
	jsonPlace  = `, Domain","Location":`
	jsonHard   = jsonType + `IndestructibleWallEntity` + jsonPlace
	jsonSoft   = jsonType + `DestructibleWallEntity` + jsonPlace
	jsonPlayer = jsonType + `PlayerEntity, Domain",`
	jsonBag    = jsonType + `PowerUps.BombBagPowerUpEntity` + jsonPlace
	jsonRadius = jsonType + `PowerUps.BombRaduisPowerUpEntity` + jsonPlace // the original's spelling
	jsonSuper  = jsonType + `PowerUps.SuperPowerUp` + jsonPlace

	jsonRestCalm    = `,"Bomb":null,"PowerUp":null,"Exploding":false,"Location":`
	jsonRestBurning = `,"Bomb":null,"PowerUp":null,"Exploding":true,"Location":`
	jsonOpenCalm    = `{"Entity":null` + jsonRestCalm
	jsonOpenBurning = `{"Entity":null` + jsonRestBurning

	bytesPerCell = 160 // of state.json, with room to spare
)

var jsonGifts = [...]string{bagGift: jsonBag, radiusGift: jsonRadius, superGift: jsonSuper}

// AppendState appends the text of state.json: one line, without spaces and line end. names are the players' display names by seat.
// Power-ups under walls or players are left out.
func AppendState(dst []byte, s *State, names []string) []byte {
	dst = slices.Grow(dst, s.cells()*bytesPerCell+4096)
	dst = append(dst, `{"RegisteredPlayerEntities":[`...)
	for i := range int(s.Seats) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '{')
		dst = appendPlayer(dst, s, i, names[i])
	}
	dst = appendField(dst, `],"CurrentRound":`, s.Round)
	dst = appendField(dst, `,"PlayerBounty":`, s.Bounty)
	dst = appendField(dst, `,"MapHeight":`, int32(s.Height))
	dst = appendField(dst, `,"MapWidth":`, int32(s.Width))
	dst = append(dst, `,"GameBlocks":[`...)
	for x := range int(s.Width) {
		if x > 0 {
			dst = append(dst, ',')
		}
		dst = appendColumn(dst, s, x, names)
	}
	dst = appendField(dst, `],"MapSeed":`, s.Seed)
	return append(dst, '}')
}

func appendColumn(dst []byte, s *State, x int, names []string) []byte {
	dst = append(dst, '[')
	for y := range int(s.Height) {
		if y > 0 {
			dst = append(dst, ',')
		}
		dst = appendBlock(dst, s, int16(y*int(s.Width)+x), x+1, y+1, names)
	}
	return append(dst, ']')
}

// appendBlock appends one cell. Most are walls and open floor, which need only two texts and the position.
func appendBlock(dst []byte, s *State, cell int16, x, y int, names []string) []byte {
	burning := s.burning(cell)
	if s.Ground[cell] == hard {
		dst = append(dst, `{"Entity":`+jsonHard...)
		dst = appendPlace(dst, x, y)
		dst = append(dst, `}`+jsonRestCalm...)
		dst = appendPlace(dst, x, y)
		return append(dst, '}')
	}
	if s.Ground[cell] == open && s.Stands[cell] == 0 && s.Gift[cell] == noGift && s.Bombs[cell].Owner == 0 {
		if burning {
			dst = append(dst, jsonOpenBurning...)
		} else {
			dst = append(dst, jsonOpenCalm...)
		}
		dst = appendPlace(dst, x, y)
		return append(dst, '}')
	}
	dst = append(dst, `{"Entity":`...)
	dst = appendEntity(dst, s, cell, x, y, names)
	dst = append(dst, `,"Bomb":`...)
	dst = appendBomb(dst, s, s.Bombs[cell], x, y, names)
	dst = append(dst, `,"PowerUp":`...)
	dst = appendGift(dst, s, cell, x, y)
	if burning {
		dst = append(dst, `,"Exploding":true,"Location":`...)
	} else {
		dst = append(dst, `,"Exploding":false,"Location":`...)
	}
	dst = appendPlace(dst, x, y)
	return append(dst, '}')
}

func appendEntity(dst []byte, s *State, cell int16, x, y int, names []string) []byte {
	if seat := s.Stands[cell]; seat != 0 {
		dst = append(dst, jsonPlayer...)
		return appendPlayer(dst, s, int(seat-1), names[seat-1])
	}
	if s.Ground[cell] != soft {
		return append(dst, "null"...)
	}
	dst = append(dst, jsonSoft...)
	dst = appendPlace(dst, x, y)
	return append(dst, '}')
}

func appendGift(dst []byte, s *State, cell int16, x, y int) []byte {
	if !s.bare(cell) {
		return append(dst, "null"...)
	}
	dst = append(dst, jsonGifts[s.Gift[cell]]...)
	dst = appendPlace(dst, x, y)
	return append(dst, '}')
}

// bare reports whether a visible power-up lies on a cell.
func (s *State) bare(cell int16) bool {
	return s.Gift[cell] != noGift && s.Ground[cell] == open && s.Stands[cell] == 0
}

func appendBomb(dst []byte, s *State, b Bomb, x, y int, names []string) []byte {
	if b.Owner == 0 {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"Owner":{`...)
	dst = appendPlayer(dst, s, int(b.Owner-1), names[b.Owner-1])
	dst = appendField(dst, `,"BombRadius":`, b.Radius)
	dst = appendField(dst, `,"BombTimer":`, int32(b.Timer))
	dst = append(dst, `,"IsExploding":false,"Location":`...)
	dst = appendPlace(dst, x, y)
	return append(dst, '}')
}

// appendPlayer appends the fields of a player after its opening brace, and the closing one.
func appendPlayer(dst []byte, s *State, seat int, name string) []byte {
	p := &s.Players[seat]
	dst = append(dst, `"Name":`...)
	dst = appendText(dst, name)
	dst = append(dst, `,"Key":"`...)
	dst = append(dst, key(seat))
	dst = appendField(dst, `","Points":`, p.Earned.Sum())
	if p.Killed {
		dst = append(dst, `,"Killed":true`...)
	} else {
		dst = append(dst, `,"Killed":false`...)
	}
	dst = appendField(dst, `,"BombBag":`, p.Bag)
	dst = appendField(dst, `,"BombRadius":`, p.Radius)
	dst = append(dst, `,"Location":`...)
	x, y := s.spot(p.At)
	dst = appendPlace(dst, x, y)
	return append(dst, '}')
}

func appendField(dst []byte, name string, n int32) []byte {
	return strconv.AppendInt(append(dst, name...), int64(n), 10)
}

func appendPlace(dst []byte, x, y int) []byte {
	dst = append(dst, `{"X":`...)
	dst = strconv.AppendInt(dst, int64(x), 10)
	dst = append(dst, `,"Y":`...)
	dst = strconv.AppendInt(dst, int64(y), 10)
	return append(dst, '}')
}

// appendText appends a text as the original's JSON library does: it escapes only quotes, backslashes, control characters and Unicode line
// ends. Invalid UTF-8 becomes the replacement character.
func appendText(dst []byte, text string) []byte {
	dst = append(dst, '"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', byte(c))
		case c < ' ' && short[c] != 0:
			dst = append(dst, '\\', short[c])
		case c < ' ' || c == 0x85 || c == 0x2028 || c == 0x2029:
			dst = append(dst, '\\', 'u', hex[c>>12], hex[c>>8&15], hex[c>>4&15], hex[c&15])
		default:
			dst = utf8.AppendRune(dst, c)
		}
	}
	return append(dst, '"')
}

const hex = "0123456789abcdef"

var short = [' ']byte{'\t': 't', '\n': 'n', '\r': 'r', '\f': 'f', '\b': 'b'}
