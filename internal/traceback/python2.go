package traceback

import (
	"regexp"

	"agon/internal/pattern"
)

// Python2Advice describes what the author of a program in Python 2 does.
const Python2Advice = `this is Python 2: write language = "python2" into a bot.toml in its folder, and name the folder`

// python2Words match what Python 3 says of Python 2 alone.
var python2Words = []func() *regexp.Regexp{
	pattern.Of(`(?m)^\s*SyntaxError: Missing parentheses in call to '(?:print|exec)'`),
	pattern.Of(`(?m)^\s*SyntaxError: (?:multiple exception types must be parenthesized|leading zeros in decimal integer literals)`),
	pattern.Of(`(?m)^\s*SyntaxError: (?:Lambda expression|Function) parameters cannot be parenthesized`),
	pattern.Of(`(?m)^\s*NameError: (?:global )?name '(?:raw_input|xrange|unicode|unichr|basestring|execfile)' is not defined`),
	pattern.Of(`(?m)^\s*AttributeError: 'dict' object has no attribute '(?:has_key|iter(?:items|keys|values)|view(?:items|keys|values))'`),
	pattern.Of(`(?m)^\s*(?:ModuleNotFoundError|ImportError): No module named '(?:Queue|c?StringIO|cPickle|ConfigParser|urllib2|urlparse|httplib|HTMLParser|Tkinter|SocketServer|__builtin__|sets|md5|commands|UserDict|copy_reg)'`),
	pattern.Of(`(?m)^\s*ImportError: cannot import name '(?:i(?:zip|map|filter)(?:_longest)?' from 'itertools|maketrans' from 'string)'`),
	pattern.Of(`(?m)^\s*TypeError: 'cmp' is an invalid keyword argument `),
	pattern.Of(`(?m)^\s*TypeError: unsupported operand type\(s\) for >>: 'builtin_function_or_method' and `),
}

// wrongLine finds the line at which Python 3 finds a mistake in the syntax.
var wrongLine = pattern.Of(`(?m)^\s*File "[^"\n]+", line \d+\n\s+(.+)\n(?:\s*[\^~ ]+\n)?\s*SyntaxError: invalid `)

// python2Lines match such a line if it is Python 2.
var python2Lines = []func() *regexp.Regexp{
	pattern.Of(`(?:^|[:;])\s*print(?:\s+["'\w\x60]|\s*>>)`),
	pattern.Of(`(?:^|[:;])\s*exec\s+["'\w]`),
	pattern.Of(`\bexcept\b[^:]+,\s*\w+\s*:`),
	pattern.Of(`\braise\s+[\w.]+\s*,`),
	pattern.Of(`<>|\x60`),
	pattern.Of(`(?:^|[^\w.])0+[1-9]\d*\b`),
	pattern.Of(`(?:^|[^\w.])(?:\d+|0[xX][0-9a-fA-F]+)[lL]\b`),
	pattern.Of(`\b[uU][rR]["']`),
	pattern.Of(`\bdef\s+\w+\s*\((?:[^)]*,)?\s*\(|\blambda\s*\(`),
}

// Python2 reports whether what Python 3 printed of a program shows that it is written in Python 2.
func Python2(printed string) bool {
	if anyMatches(python2Words, printed) {
		return true
	}
	line := wrongLine().FindStringSubmatch(printed)
	return line != nil && anyMatches(python2Lines, line[1])
}

func anyMatches(patterns []func() *regexp.Regexp, text string) bool {
	for _, p := range patterns {
		if p().MatchString(text) {
			return true
		}
	}
	return false
}
