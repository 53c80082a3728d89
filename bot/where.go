package bot

// Hangs is the end of a sentence about a bot that gave no answer: whether it computes all the time, so that it may only be slow, or waits,
// and where, if that is known.
func Hangs(busy bool, place string) string {
	switch {
	case busy && place != "":
		return "; it was still at " + place + ", and computed all the time: an endless loop, or more work than the time allows"
	case busy:
		return "; it computes all the time: an endless loop, or more work than the time allows"
	case place != "":
		return "; it hangs at " + place + ", and waits there"
	}
	return "; it computes little and waits: for input that does not come, for a lock, or asleep; or its answer is still in its buffer: " +
		"flush it"
}

// NoDebugger is the variable for which Python's breakpoint() opens no debugger, which would read the bot's input and write into its
// answers: it prints a warning with these words to standard error, once for each line, and goes on.
const NoDebugger = "PYTHONBREAKPOINT=breakpoint() stops no game: use agon debug, or print to standard error, which agon play --debug shows"
