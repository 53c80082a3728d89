// Package words splits the command of a configuration file into its words.
package words

import (
	"errors"
	"fmt"
)

// Split splits a line into words as a shell does, without variables: quotes keep blanks.
func Split(text string) (words []string, err error) {
	var word []rune
	within, open := false, rune(0)
	for _, r := range text {
		switch {
		case open != 0 && r == open:
			open = 0
		case open != 0:
			word = append(word, r)
		case r == '"' || r == '\'':
			open, within = r, true
		case r == ' ' || r == '\t':
			if within {
				words = append(words, string(word))
			}
			word, within = word[:0], false
		case r < ' ':
			return nil, errors.New("it is one line")
		default:
			word, within = append(word, r), true
		}
	}
	if open != 0 {
		return nil, fmt.Errorf("the quote %c is not closed", open)
	}
	if within {
		words = append(words, string(word))
	}
	return words, nil
}
