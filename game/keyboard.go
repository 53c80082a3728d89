package game

// A Keyboard is how people play a kind. The zero Keyboard is that of a kind which people cannot play by keys.
type Keyboard struct {
	Keys    []Key
	Silence string // the move, in the kind's Format, of a person who gives none in time; empty: a person is waited for
}

// A Key is one that people press, and the move that it means.
type Key struct {
	Name  string // what it types, in lower case: "w"
	Move  string // in the kind's Format
	About string // what it does, in a word or two, for people
}

// Move is the move that a key means.
func (k *Keyboard) Move(name string) (move string, ok bool) {
	for _, key := range k.Keys {
		if key.Name == name {
			return key.Move, true
		}
	}
	return "", false
}
