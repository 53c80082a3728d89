package game

import "fmt"

// A Fault is why a seat gave no playable move. The zero Fault means none.
type Fault uint8

// The faults. The first four describe a reply; the others how a bot's process ended.
const (
	NoFault   Fault = iota
	Late            // no answer within the time of the move
	Garbled         // an answer that is not a move
	Illegal         // a move that the rules forbid
	Crashed         // the program raised an exception or exited
	Gone            // the program ended or was killed earlier in this game
	Memory          // it exceeded its memory limit
	Output          // it exceeded its output limit
	CPUTime         // it exceeded its limit of processor time
	Disk            // it exceeded its disk limit
	Unstarted       // it could not be started
	Pondering       // it used the processor outside its turns; no move is lost
	faults
)

var faultNames = [faults]string{"", "late", "garbled", "illegal", "crashed", "gone", "memory", "output", "time", "disk", "unstarted",
	"pondering"}

// String returns the fault's name, empty for NoFault.
func (f Fault) String() string {
	if f < faults {
		return faultNames[f]
	}
	return fmt.Sprintf("fault(%d)", uint8(f))
}

// ParseFault returns the fault of a name.
func ParseFault(name string) (Fault, error) {
	for f, n := range faultNames {
		if f > 0 && n == name {
			return Fault(f), nil
		}
	}
	return NoFault, fmt.Errorf("unknown fault %q", name)
}

// Faults lists all faults, for tests and tables.
func Faults() []Fault {
	all := make([]Fault, 0, faults-1)
	for f := NoFault + 1; f < faults; f++ {
		all = append(all, f)
	}
	return all
}
