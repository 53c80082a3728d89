package bomberman

import (
	"fmt"
	"strconv"
	"strings"

	"agon/game"
)

/*
A ReplayWriter writes what stands in the original's Replays folder of a game, and when. It plays the game along, by the same seed, options
and commands, and knows nothing of disks and clocks: whoever has those carries out its changes and gives it the times.

	changes := s.Begin(lines…)       // once: the folder of round 0, and each player's before its bot runs
	for !s.Over() {
		changes = s.Round(deeds, now) // after the commands: logs, then the folders of the next round or the last ones
	}

Some of its ways are odd and all of them are the original's: see Round.
*/
type ReplayWriter struct {
	rules  Rules
	state  State
	dice   game.Dice
	turns  int
	cast   []Entrant
	names  []string
	eol    string
	engine []byte           // entries of engine.log not yet written
	text   []byte           // the text of these entries
	logs   [maxSeats][]byte // entries of the players' logs not yet written
	folder [maxSeats]int32  // the last round for which a bot has a folder

	veiled   bool  // the files show MapSeed as 0 until the game is over
	seedless State // if veiled: the state with that seed
}

// A Change is one change below the root of a Replays folder.
type Change struct {
	Do   Doing
	Name string // relative, with forward slashes, as "12/A/log.txt"
	Data []byte // content of a written file; files of one content share it, so it must not be changed
	Log  []byte // for engine.log: the text of its entries, as the original's --clog prints it
}

// Doing is the type of a Change.
type Doing uint8

// The types of changes. Existing files and folders are replaced or kept; one to be removed may be missing.
const (
	MakeFolder Doing = iota
	WriteFile
	RemoveFile
)

// A Deed is what a seat did in a round.
type Deed struct {
	Move  Move
	Ran   bool   // its program was run; false for human players and those whose do-nothings were replaced
	Lines []Line // log entries of the run, in order
	Stamp string // time of its command
}

// NewReplayWriter begins a game for the entrants by seat, with the game's options.
func NewReplayWriter(o game.Settings, seed int64, cast []Entrant) (*ReplayWriter, error) {
	rules, err := newRules(o)
	if err != nil {
		return nil, err
	}
	w := &ReplayWriter{rules: *rules, cast: cast, eol: "\n", veiled: hidesSeed(o)}
	if o.Text("line_ends") == "crlf" {
		w.eol = "\r\n"
	}
	var draws []int
	for _, word := range strings.Fields(o.Text("draws")) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("option draws: %w", err)
		}
		draws = append(draws, n)
	}
	w.dice = game.NewDice(seed, draws)
	w.dice.Turn(0)
	for i := range cast {
		w.names = append(w.names, cast[i].Name())
	}
	return w, w.rules.Deal(&w.state, len(cast), &w.dice)
}

// Over reports whether the game has ended.
func (w *ReplayWriter) Over() bool { return w.rules.over(&w.state) }

// Begin takes the engine's entries before the first round (see Loaded, Registered and Ready) and returns the folders of round 0.
func (w *ReplayWriter) Begin(entries ...Line) []Change {
	for i := range entries {
		w.enter(entries[i])
	}
	return w.open(nil)
}

// open creates the folders of the next round: its own, and one for each bot up to the last living one in order of keys. Dead bots among
// them have theirs too, and later ones have none: in the original the last command ends the round and begins the next, before those after
// it have learned of the end.
func (w *ReplayWriter) open(list []Change) []Change {
	round, f := w.state.Round, w.texts()
	list = w.roundFiles(list, round, f)
	for i := 0; i <= w.lastLiving(); i++ {
		if !w.cast[i].Person {
			w.folder[i] = round
			list = w.playerFiles(list, round, i, f)
		}
	}
	return list
}

func (w *ReplayWriter) lastLiving() int {
	last := -1
	for i := range w.state.Players[:w.state.Seats] {
		if !w.state.Players[i].Killed {
			last = i
		}
	}
	return last
}

// texts are the files of a state, formatted once for all folders.
type texts struct{ state, text []byte }

func (w *ReplayWriter) texts() texts {
	s := w.visible()
	return texts{AppendState(nil, s, w.names), AppendMap(nil, s, w.names, w.eol)}
}

// visible returns the state as the files show it: a hidden seed only once the game is over, because bots can read the files before.
func (w *ReplayWriter) visible() *State {
	if !w.veiled || w.Over() {
		return &w.state
	}
	w.seedless = w.state
	w.seedless.Seed = 0
	return &w.seedless
}

func (w *ReplayWriter) roundFiles(list []Change, round int32, f texts) []Change {
	info := AppendRoundInfo(nil, &w.rules, w.visible(), w.cast)
	return append(list,
		Change{Do: MakeFolder, Name: number(int(round))},
		w.write(mapFile, f.text, round),
		w.write(stateFile, f.state, round),
		w.write("roundInfo.json", info, round))
}

func (w *ReplayWriter) playerFiles(list []Change, round int32, seat int, f texts) []Change {
	return append(list,
		Change{Do: MakeFolder, Name: number(int(round)) + "/" + keys[seat]},
		w.write(stateFile, f.state, round, keys[seat]),
		w.write(mapFile, f.text, round, keys[seat]))
}

func (w *ReplayWriter) write(name string, data []byte, round int32, folders ...string) Change {
	path := append(append([]string{number(int(round))}, folders...), name)
	return Change{Do: WriteFile, Name: strings.Join(path, "/"), Data: data}
}

// enter adds an entry to the engine's log.
func (w *ReplayWriter) enter(l Line) {
	w.engine = l.append(w.engine, w.eol)
	w.text = append(append(w.text, l.Text...), '\n')
}

// Round plays a round with the seats' deeds and returns the changes up to the beginning of the next one: the players' logs, the end of
// their state files, the engine's log; then the next round's folders or, when the game has ended, the final ones. deeds are by seat, stamp
// is the time of the round's end.
//
// At the end of the game, the final state is written into a folder of its own, and into the last folder of each bot: the one of the last
// round or, for a bot that died after all bots behind it, of the round in which it was last sent anything. Such a bot also has a folder in
// the final one.
func (w *ReplayWriter) Round(deeds []Deed, stamp string) []Change {
	var list []Change
	for i := range w.cast {
		list = w.log(list, i, &deeds[i])
	}
	last, round := w.lastLiving(), w.state.Round
	w.play(deeds, stamp)
	for i := range w.cast {
		if w.cast[i].Person || w.folder[i] != round {
			continue
		}
		at := number(int(round)) + "/" + keys[i] + "/"
		list = append(list, Change{Do: RemoveFile, Name: at + stateFile}, Change{Do: RemoveFile, Name: at + mapFile})
	}
	engine := w.write("engine.log", w.engine, round)
	engine.Log = w.text
	list = append(list, engine)
	w.engine, w.text = nil, nil
	if !w.Over() {
		return w.open(list)
	}
	return w.end(list, last)
}

// end returns the final folders; last is the last living seat of the last round.
func (w *ReplayWriter) end(list []Change, last int) []Change {
	f := w.texts()
	list = w.roundFiles(list, w.state.Round, f)
	for i := range w.cast {
		if !w.cast[i].Person {
			list = w.playerFiles(list, w.folder[i], i, f)
		}
	}
	for i := last + 1; i < len(w.cast); i++ {
		if !w.cast[i].Person {
			list = w.playerFiles(list, w.state.Round, i, f)
		}
	}
	return list
}

// log writes a bot's log.txt, unless its do-nothings replace its command: then its entries wait for the next round. Complaints about too
// many do-nothings come before the run.
func (w *ReplayWriter) log(list []Change, seat int, deed *Deed) []Change {
	p := &w.state.Players[seat]
	if p.Killed || !deed.Ran || w.cast[seat].Person || w.rules.struckOut(p) {
		return list
	}
	note := func(l Line) { w.logs[seat] = l.append(w.logs[seat], w.eol) }
	if p.Struck >= strikeLimit/2 {
		note(Line{w.first(deed), 'I', "Bot is sending to many do nothing commands, in order to save the game the player will plant a " +
			"bomb and kill itself soon"})
	}
	if p.Struck >= w.rules.strikes() {
		note(Line{w.first(deed), 'I', "Bot sent to many do nothing commands, something is most likely going wrong, please fix your bot.  " +
			"Your player will now attempt to kill itself to save the game."})
	}
	for _, l := range deed.Lines {
		note(l)
	}
	if deed.Move == Nothing && p.Struck+1 == w.rules.strikes() {
		return list
	}
	list = append(list, w.write("log.txt", w.logs[seat], w.state.Round, keys[seat]))
	w.logs[seat] = nil
	return list
}

// first returns the time of the first entry of a deed.
func (w *ReplayWriter) first(deed *Deed) string {
	if len(deed.Lines) > 0 {
		return deed.Lines[0].Stamp
	}
	return deed.Stamp
}

// play steps the game and records what happened: in the engine's log, and failed commands and deaths in the players', to be written with
// the next one.
func (w *ReplayWriter) play(deeds []Deed, stamp string) {
	moves := make([]game.Move[Move], len(deeds))
	stamps := make([]string, len(deeds))
	for i := range deeds {
		moves[i].Value, stamps[i] = deeds[i].Move, deeds[i].Stamp
	}
	before := w.state
	w.rules.journal = &journal{}
	w.turns++
	w.dice.Turn(w.turns)
	w.rules.Step(&w.state, moves, &w.dice)
	for _, e := range w.rules.journal.events {
		for _, l := range e.lines(&before, stamps, stamp, w.eol) {
			w.enter(l)
		}
		if e.what == refused {
			why := before.refusal(e.seat, e.cell, e.move, e.fate)
			w.note(e.seat, Line{stamp, 'I', "Player Command " + commandTexts[e.move] + " failed because " + why})
		}
	}
	for i := range w.cast {
		if w.state.Players[i].Killed && !before.Players[i].Killed {
			w.note(i, Line{stamp, 'I', "Player has been killed"})
		}
	}
}

func (w *ReplayWriter) note(seat int, l Line) { w.logs[seat] = l.append(w.logs[seat], w.eol) }
