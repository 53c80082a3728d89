package bomberman

import (
	"fmt"
	"strconv"
	"strings"

	"agon/game"
)

// write writes the Replays folder of a finished game: the engine's files, round by round, for the visualisers made for them. The logs'
// times begin at an arbitrary moment, because a game knows how long its moves took and not when it was played.
func write(g *game.Replayer[State, Move], put func(game.OutputFile) error) error {
	cast := make([]Entrant, len(g.Players))
	for i := range g.Players {
		cast[i] = entrant(&g.Players[i])
	}
	w, err := NewReplayWriter(g.Settings, g.Record.Seed, cast)
	if err != nil {
		return err
	}
	var now instant
	if err := carryOut(w.Begin(opening(g.Players, cast, now.stamp())...), put); err != nil {
		return err
	}
	for g.Next() {
		round := w.state.Round
		deeds, files := deeds(g, cast, round, &now)
		for _, p := range files {
			if err := put(p); err != nil {
				return err
			}
		}
		if err := carryOut(w.Round(deeds, now.stamp()), put); err != nil {
			return err
		}
	}
	return nil
}

// entrant returns a participant as roundInfo.json names it.
func entrant(g *game.Participant) Entrant {
	e := Entrant{Author: g.Author, NickName: g.Name, Email: g.Facts["Email"], BotType: g.Facts["BotType"], Person: g.Person}
	if author, ok := g.Facts["Author"]; ok {
		e.Author = author
	}
	if e.BotType == "" {
		e.BotType = "Unkown" // the original's spelling
	}
	return e
}

// opening returns the engine's log before the first round.
func opening(players []game.Participant, cast []Entrant, stamp string) (lines []Line) {
	for i := range players {
		if !players[i].Person {
			lines = append(lines, Loaded(stamp, players[i].Ref))
		}
	}
	for i := range cast {
		lines = append(lines, Registered(stamp, cast[i].Name()))
	}
	return append(lines, Ready(stamp))
}

// carryOut passes changes on as files.
func carryOut(changes []Change, put func(game.OutputFile) error) error {
	for _, c := range changes {
		p := game.OutputFile{Name: c.Name, Data: c.Data, Remove: c.Do == RemoveFile, Log: c.Log}
		if c.Do == MakeFolder {
			p.Name += "/"
		}
		if err := put(p); err != nil {
			return err
		}
	}
	return nil
}

// deeds returns what the seats did in the last replayed round, with the files that their programs left.
func deeds(g *game.Replayer[State, Move], cast []Entrant, round int32, now *instant) (deeds []Deed, files []game.OutputFile) {
	owed, moves := g.Owed(), g.Moves()
	deeds = make([]Deed, len(cast))
	for i := range cast {
		seat := game.Seat(i)
		if !owed.Has(seat) {
			deeds[i].Stamp = now.stamp()
			continue
		}
		d := &deeds[i]
		d.Move, d.Ran = moves[i].Value, !cast[i].Person
		printed := readRemark(g.Remark(seat))
		if d.Ran {
			d.Lines = ran(g, seat, round, printed, now)
			if text, there := printed.left(d.Move); there {
				files = append(files, game.OutputFile{Name: number(int(round)) + "/" + keys[i] + "/" + moveFile, Data: []byte(text)})
			}
		}
		d.Stamp = now.stamp()
	}
	return deeds, files
}

// Limits of the original, in microseconds; see Spec.Clock.
const (
	overrun = 2_000_000
	killed  = 4_000_000
)

// ran returns the entries of a program's run.
func ran(g *game.Replayer[State, Move], seat game.Seat, round int32, printed remark, now *instant) (lines []Line) {
	took, timed := g.Took(seat), !g.Players[seat].NoClock
	dir := fmt.Sprintf("%s/Replays/%d/%d/%s", engineFolder, MapSeed(g.Record.Seed), round, keys[seat])
	if program, args, ok := commandLine(g.Players[seat].Facts, fmt.Sprintf("%s \"%s\"", keys[seat], dir)); ok {
		if round == 0 {
			lines = append(lines, calibration(now.stamp(), program, keys[seat], dir)...)
		}
		lines = append(lines, Executing(now.stamp(), program, args)...)
		if timed {
			lines = append(lines, Limited(now.stamp(), killed/1000))
		}
	}
	now.pass(took)
	if timed && took >= killed {
		lines = append(lines, Killed(now.stamp()))
	}
	for _, text := range printed.out {
		lines = append(lines, Output(now.stamp(), false, text))
	}
	for _, text := range printed.err {
		lines = append(lines, Output(now.stamp(), true, text))
	}
	lines = append(lines, Output(now.stamp(), true, ""), Output(now.stamp(), false, ""), Elapsed(now.stamp(), int64(took)*10))
	if timed && took >= overrun {
		lines = append(lines, Overrun(now.stamp(), int64(took-overrun)*10, "\n")...)
	}
	return lines
}

// engineFolder replaces the original's start folder in logs.
const engineFolder = "/engine"

// calibration returns the program that measures an interpreter's start-up time; only Python's name is known.
func calibration(stamp, program, key, dir string) []Line {
	if program != python {
		return nil
	}
	return []Line{
		Process(stamp, program, fmt.Sprintf(`"%s/Calibrations/BotCalibrationPython.py" %s "%s"`, engineFolder, key, dir)),
		Calibrated(stamp, 0),
	}
}

const python = "python.exe"

// commandLine returns the engine's command line for a bot, from its bot.json; false for a bot without one.
func commandLine(facts map[string]string, own string) (program, args string, ok bool) {
	file := facts["RunFile"]
	if rest := facts["RunArgs"]; rest != "" {
		own += " " + rest
	}
	switch strings.ToLower(facts["BotType"]) {
	case "csharp", "fsharp":
		return "mono", `"` + file + `" ` + own, true
	case "cplusplus":
		return file, own, true
	case "java":
		return "java", `-Xms512m -jar "` + file + `" ` + own, true
	case "javascript":
		return "node", file + " " + own, true
	case "python2", "python3":
		return python, `"` + file + `" ` + own, true
	}
	return "", "", false
}

// An instant is a time in the logs, in microseconds since their beginning.
type instant int64

func (t *instant) pass(m game.Micros) { *t += instant(m) }

// stamp formats the time as the engine does, in a day without end.
func (t instant) stamp() string {
	ms := int64(t) / 1000
	s := ms / 1000
	return fmt.Sprintf("01-01-2016 %02d:%02d:%02d:%03d", s/3600, s/60%60, s%60, ms%1000)
}

// A remark is what accompanies a move: the program's output, and the content of move.txt if the move does not imply it.
type remark struct {
	move     string
	wrote    bool // move is what stood in the file
	out, err []string
}

// mostRemark bounds a remark, in bytes.
const mostRemark = 4 << 10

// appendRemark appends the remark of a reply, if there is anything to note.
func appendRemark(dst []byte, r *game.Reply, m Move) []byte {
	line := func(kind byte, text string) {
		if len(dst)+len(text) < mostRemark {
			dst = append(strconv.AppendQuote(append(dst, kind), text), '\n')
		}
	}
	text, usual := r.File(moveFile), m.code()
	if there := text != nil; there && string(text) != usual || !there && usual != "" {
		line('m', string(text))
	}
	for _, stream := range []struct {
		kind byte
		text []byte
	}{{'o', r.Out}, {'e', r.Err}} {
		if len(stream.text) == 0 {
			continue
		}
		for _, l := range strings.Split(strings.TrimSuffix(string(stream.text), "\n"), "\n") {
			line(stream.kind, strings.TrimSuffix(l, "\r"))
		}
	}
	return dst
}

func readRemark(text []byte) (r remark) {
	for _, l := range strings.Split(string(text), "\n") {
		if l == "" {
			continue
		}
		line, err := strconv.Unquote(l[1:])
		switch {
		case err != nil:
		case l[0] == 'm':
			r.move, r.wrote = line, true
		case l[0] == 'o':
			r.out = append(r.out, line)
		case l[0] == 'e':
			r.err = append(r.err, line)
		}
	}
	return r
}

// left returns the content of move.txt after a move; false if there is no such file.
func (r remark) left(m Move) (text string, there bool) {
	if r.wrote {
		return r.move, true
	}
	return m.code(), m.code() != ""
}

// code returns the usual content of move.txt for a move, empty if there is none.
func (m Move) code() string {
	if m >= Up && m <= Trigger {
		return number(int(m))
	}
	return ""
}
