package gamelog

import "agon/internal/traceback"

// A First is the first fault of its kind in a log.
type First struct {
	Record
	Error string         // the error that the bot printed, on one line; empty if unknown
	Line  traceback.Spot // of the author's program, where it failed; without a file if unknown
}

// Firsts returns the first fault of each kind in the records of a game, but not of the kinds in had, to which it adds those that it finds.
// It skips "gone", because the log has the fault that caused it.
func Firsts(records []Record, had map[string]bool) (list []First) {
	printed := map[int]string{}
	for _, r := range records {
		if r.Kind == Output {
			printed[r.Turn] += r.Text
		}
	}
	for _, r := range records {
		if r.Kind != Fault || r.Fault == "gone" || had[r.Fault] {
			continue
		}
		had[r.Fault] = true
		f := First{r, traceback.Cause(printed[r.Turn]), traceback.Line(printed[r.Turn])}
		if f.Error == "" && f.Line.File == "" && (r.Fault == "crashed" || len(printed) == 1) {
			all := Printed(records) // a bot that answers ahead fails in an earlier turn than the one that it does not answer
			f.Error, f.Line = traceback.Cause(all), traceback.Line(all)
		}
		list = append(list, f)
	}
	return list
}
