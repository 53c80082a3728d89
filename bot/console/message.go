package console

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
)

// Types of messages, by their first digit.
const (
	Port       = '1' // host: the assigned port
	Map        = '2' // host: a round begins
	Command    = '3' // client: a command
	Killed     = '4' // host: you are dead
	Register   = '5' // client: a name
	Refused    = '6' // host: the last command failed
	Complete   = '7' // host: the game is over
	Registered = '8' // host: your key
)

// A Message is one message of the protocol.
type Message struct {
	Kind byte
	Text string
}

// end terminates a message; no text may contain it.
const end = '<'

// largest is the length of the longest accepted message, in UTF-16 units: far above any map.
const largest = 1 << 17

// Append appends the encoded message. Terminators inside its text are dropped.
func (m Message) Append(dst []byte) []byte {
	text := string(rune(m.Kind)) + "|" + strings.ReplaceAll(m.Text, string(rune(end)), "") + string(rune(end))
	for _, unit := range utf16.Encode([]rune(text)) {
		dst = append(dst, byte(unit), byte(unit>>8))
	}
	return dst
}

// A Reader splits a connection into messages.
type Reader struct{ in *bufio.Reader }

// NewReader reads messages from a connection.
func NewReader(in io.Reader) *Reader { return &Reader{bufio.NewReader(in)} }

// Read waits for the next message and skips malformed ones.
func (r *Reader) Read() (Message, error) {
	for {
		units, err := r.units()
		if err != nil {
			return Message{}, err
		}
		text := []rune(strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff"))
		if len(text) >= 2 && text[0] >= '0' && text[0] <= '9' && text[1] == '|' {
			return Message{byte(text[0]), string(text[2:])}, nil
		}
	}
}

// units returns the units up to the end of a message, without its terminator.
func (r *Reader) units() ([]uint16, error) {
	var units []uint16
	var pair [2]byte
	for len(units) <= largest {
		if _, err := io.ReadFull(r.in, pair[:]); err != nil {
			if errors.Is(err, io.ErrUnexpectedEOF) {
				err = io.EOF
			}
			return nil, err
		}
		unit := uint16(pair[0]) | uint16(pair[1])<<8
		if unit == end {
			return units, nil
		}
		units = append(units, unit)
	}
	return nil, fmt.Errorf("a message is longer than %d letters", largest)
}
