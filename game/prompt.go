package game

// Micros is a time in millionths of a second.
type Micros int64

// A Prompt is all that is handed to a player for one move. Its buffers are reused: who fills it appends after a Reset, who
// reads it must be done before the next turn.
type Prompt struct {
	Stdin []byte   // written to the bot's standard input, or the body of its frame
	Args  []string // arguments of a program that is started for this move; "{dir}" stands for the folder that holds Files
	Env   []string // NAME=value, for a program that is started for this move
	Files []File   // laid out before the program starts
	Dir   string   // the folder of Files beneath that of the game, as "12/A"; empty: one that this move alone has. See Commoner
}

// A File is a named text that a prompt lays out or a reply brings back. The name is relative, with forward slashes.
type File struct {
	Name string
	Data []byte
}

// Reset empties the prompt and keeps its buffers.
func (p *Prompt) Reset() {
	p.Stdin, p.Args, p.Env = p.Stdin[:0], p.Args[:0], p.Env[:0]
	p.Files, p.Dir = p.Files[:0], ""
}

// File appends an empty file to the prompt and returns where its content goes; the buffer of an earlier turn is reused.
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

// A Reply is all that a player gave back for one move.
type Reply struct {
	Out    []byte // what it wrote to standard output: a line, the body of a frame, or everything when it was started for this move
	Err    []byte // what it wrote to its error output, of a program that was started for this move
	Exit   int    // exit code of a program that was started for this move
	Files  []File // the files that the Spec's launch asks for, where they were there
	Fault  Fault  // why there is no answer; then Out may hold what there was of it
	Note   string // the fault in words, with figures; for the author
	Took   Micros // wall time of the move, as the kind's clock counts it
	Remark []byte // what stands beside the move and rules never see: art, search values
	Log    []byte // what a built-in bot has to say to its author
	Timer  Timer  // the clock of a built-in bot's move; nil where none is kept, and then equal games must be equal
}

// Reset empties the reply and keeps its buffers. It writes what has changed and no more: it is called for every move of every bot.
func (r *Reply) Reset() {
	r.Out, r.Err, r.Files, r.Remark, r.Log = r.Out[:0], r.Err[:0], r.Files[:0], r.Remark[:0], r.Log[:0]
	r.Exit, r.Fault, r.Took = 0, NoFault, 0
	if r.Note != "" {
		r.Note = ""
	}
}

// File is the content of a file that came back, nil when it did not.
func (r *Reply) File(name string) []byte {
	for _, f := range r.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}
