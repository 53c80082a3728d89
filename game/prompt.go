package game

import "regexp"

// Micros is a duration in microseconds.
type Micros int64

// A Prompt is everything a player is given for one move. Its buffers are reused: the writer calls Reset first, and the reader must be done
// before the next turn.
type Prompt struct {
	Stdin []byte   // the bot's standard input, or the body of its frame
	Args  []string // arguments of a program that is started for this move; "{dir}" stands for the folder with Files
	Env   []string // NAME=value, for a program that is started for this move
	Files []File   // written before the program starts
	Dir   string   // folder of Files relative to the game's, as "12/A"; empty: one for this move alone. See Commoner
	Lines int      // how many lines the answer of a program that keeps running has; 0: one

	Ends *regexp.Regexp // matches the last line of such an answer, which then has any number of them; nil: it has Lines
}

// A File is a named text that a prompt provides or a reply returns. The name is relative, with forward slashes.
type File struct {
	Name string
	Data []byte
}

// Reset empties the prompt but keeps its buffers.
func (p *Prompt) Reset() {
	p.Stdin, p.Args, p.Env = p.Stdin[:0], p.Args[:0], p.Env[:0]
	p.Files, p.Dir, p.Lines, p.Ends = p.Files[:0], "", 0, nil
}

// File appends an empty file to the prompt and returns its content for appending; the buffer of an earlier turn is reused.
func (p *Prompt) File(name string) *[]byte {
	n := len(p.Files)
	if n < cap(p.Files) {
		p.Files = p.Files[:n+1]
		p.Files[n].Name, p.Files[n].Data = name, p.Files[n].Data[:0]
	} else {
		p.Files = append(p.Files, File{Name: name})
	}
	return &p.Files[n].Data
}

// A Reply is everything a player returned for one move.
type Reply struct {
	Out    []byte // its standard output: a line, the body of a frame, or everything if it was started for this move
	Err    []byte // its standard error, if it was started for this move
	Exit   int    // its exit code, if it was started for this move
	Files  []File // the files named by the Spec's launch that exist
	Fault  Fault  // why there is no answer; Out may hold a part of one
	Note   string // the fault in words, with figures, for the author
	Hosted bool   // it is what a hosted bot answered, which a [Caller] reads in another way
	Took   Micros // wall time of the move, as the kind's clock counts it
	Remark []byte // goes beside the move and is invisible to rules: art, search values
	Log    []byte // a built-in bot's notes for its author
	Timer  Timer  // the clock of a built-in bot's move; nil if there is none, and then equal games must be equal
}

// Reset empties the reply but keeps its buffers. It writes only fields that have changed, because it is called for every move of every bot.
func (r *Reply) Reset() {
	r.Out, r.Err, r.Files, r.Remark, r.Log = r.Out[:0], r.Err[:0], r.Files[:0], r.Remark[:0], r.Log[:0]
	r.Exit, r.Fault, r.Took, r.Hosted = 0, NoFault, 0, false
	if r.Note != "" {
		r.Note = ""
	}
}

// File returns the content of a returned file, nil if it is missing.
func (r *Reply) File(name string) []byte {
	for _, f := range r.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}
