package game

// A Keyboard describes how people play a kind. The zero Keyboard is that of a kind without keyboard play.
type Keyboard struct {
	Keys    []Key
	Silence string // the move, in the kind's Format, of a player who gives none in time; empty: the game waits
}

// A Key is a key on the keyboard, and its move.
type Key struct {
	Name  string // what it types, in lower case: "w"
	Move  string // in the kind's Format
	About string // its effect, in a word or two
}

// Move returns the move of a key.
func (k *Keyboard) Move(name string) (move string, ok bool) {
	for _, key := range k.Keys {
		if key.Name == name {
			return key.Move, true
		}
	}
	return "", false
}
