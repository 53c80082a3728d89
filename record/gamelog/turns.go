package gamelog

import "agon/internal/traceback"

// A Turn is the records of a turn of a bot.
type Turn struct {
	Turn    int
	Printed string   // by the bot
	Remarks []Record // of agon
	Notes   []string // these in words, without what the bot had been sent, and without their place
}

// ByTurn returns records by turn, in the order in which the turns come first: what a process prints late stands behind other turns.
func ByTurn(records []Record) (list []Turn) {
	at := map[int]int{}
	for _, r := range records {
		i, known := at[r.Turn]
		if !known {
			i = len(list)
			at[r.Turn], list = i, append(list, Turn{Turn: r.Turn})
		}
		p := &list[i]
		if r.Kind == Output {
			p.Printed += r.Text
			continue
		}
		p.Remarks = append(p.Remarks, r)
		switch r.Kind {
		case Fault:
			p.Notes = append(p.Notes, r.Fault+": "+r.Text)
		case Note, Gap:
			p.Notes = append(p.Notes, r.Text)
		}
	}
	return list
}

// TurnTexts returns the records of a game as text by turn, without what the bot was sent.
func TurnTexts(records []Record) map[int]string {
	turns := map[int]string{}
	for _, p := range ByTurn(records) {
		words := Distinct(traceback.Short(p.Printed))
		for _, note := range p.Notes {
			words += mark + note + "\n"
		}
		turns[p.Turn] = words
	}
	return turns
}
