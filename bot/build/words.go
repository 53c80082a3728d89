package build

import (
	"errors"
	"strings"
)

// split splits a command into words: at spaces, except between quotes. It returns an error for shell syntax.
func split(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote := false, byte(0)
	for i := 0; i < len(command); i++ {
		c := command[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '"' || c == '\'':
			quote, inWord = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		case strings.IndexByte("|&;<>`$", c) >= 0:
			return nil, errors.New("commands are not given to a shell: " + string(c) +
				" means nothing here. Write several commands as a list of lists, [[\"make\", \"clean\"], [\"make\"]], and quote what is " +
				"meant as it stands")
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed")
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
