// Package pattern compiles regular expressions when they are first used: compiling all that a large program has takes milliseconds of every
// start.
package pattern

import (
	"regexp"
	"sync"
)

// Of returns a function that returns a regular expression, which is compiled at the first call. It panics there if the text is invalid; a
// test of this package compiles each text in the module.
func Of(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
