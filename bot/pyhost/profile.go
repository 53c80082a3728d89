package pyhost

import "errors"

// A Profile shows where a bot spends its time, measured by Python's standard profiler.
type Profile struct {
	File      []byte     `json:"file"` // the profiler's file, for pstats, snakeviz and similar tools
	Functions []Function `json:"functions"`
}

// A Function is one function of a profile. Times are in seconds.
type Function struct {
	Name    string   `json:"name"`
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Calls   int      `json:"calls"`
	Own     float64  `json:"own"`   // in the function itself
	Total   float64  `json:"total"` // including the functions that it called
	Callers []Caller `json:"callers"`
}

// A Caller is a caller of a function, and how much of the function's time is due to it.
type Caller struct {
	From  int     `json:"from"` // index of the caller
	Calls int     `json:"calls"`
	Total float64 `json:"total"`
}

// Profile returns the profile so far, of a player that was configured for it.
func (p *Player) Profile() (*Profile, error) {
	if p.group.host == nil {
		return nil, errors.New("its process has ended")
	}
	var profile Profile
	if err := p.group.order(opProfile, p, 0, struct{}{}, &profile); err != nil {
		return nil, err
	}
	if len(profile.Functions) == 0 {
		return nil, errors.New("it was never called under the profiler")
	}
	return &profile, nil
}
