package config

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Places are places in the final order of another contest, whose bots play in this one.
type Places struct {
	File        string // of the other contest, absolute
	Dir         string // its folder, absolute
	First, Last int    // from 1; Last is 0 for all from First on
}

// Takes returns the places that a reference names, at which the other contest's bots are entered; nil if it names no contest.
func (b *Bot) Takes() *Places { return b.places }

// Count returns about how many bots the file has: those that places without a last one name are not known.
func (f *File) Count() (n int) {
	for _, b := range f.Bots {
		if n++; b.places != nil && b.places.Last > 0 {
			n += b.places.Last - b.places.First
		}
	}
	return n
}

// Taking returns an entry of a contest made of command-line arguments: a reference, which may name places of another contest.
func Taking(ref string) (Bot, error) {
	r := reader{}
	p, err := r.places(ref)
	return Bot{Ref: ref, places: p}, err
}

// ranges matches the places behind a contest: "1-8", "3".
var ranges = regexp.MustCompile(`^([1-9][0-9]{0,6})(?:-([1-9][0-9]{0,6}))?$`)

// A placesError is about the places behind a contest's file.
type placesError struct{ places string }

func (e *placesError) Error() string {
	return strconv.Quote(e.places) + " names no places of a contest: write #1-8 for the first eight, #3 for the third, or nothing for all"
}

// places returns the places that a reference names, as "ladder.toml#1-8", "ladder#3" and "ladder.toml" do; nil if it names no contest. What
// is on the disk under the whole of it is a bot, unless it is the file or the folder of a contest.
func (r *reader) places(ref string) (*Places, error) {
	path := filepath.Clean(r.absolute(ref))
	if exists(path) {
		if !isContest(path) {
			return nil, nil
		}
		return placesOf(path), nil
	}
	at := strings.LastIndexByte(path, '#')
	if at < 0 {
		// a contest that is not there, or has not been played
		if isFile(path) && !strings.ContainsAny(path, "*?[") || exists(path+fileEnd) {
			return placesOf(path), nil
		}
		return nil, nil
	}
	contest, places := filepath.Clean(path[:at]), path[at+1:]
	// The folder of a contest that has not been played, or has been removed
	gone := ranges.MatchString(places) && filepath.Ext(contest) == "" && !exists(contest)
	if !gone && !isFile(contest) && !isContest(contest) && !exists(contest+fileEnd) {
		return nil, nil
	}
	return placesOf(contest).at(places)
}

// at returns the places of a contest that a text names.
func (p *Places) at(text string) (*Places, error) {
	found := ranges.FindStringSubmatch(text)
	if found == nil {
		return nil, &placesError{"#" + text}
	}
	p.First, _ = strconv.Atoi(found[1])
	if p.Last = p.First; found[2] != "" {
		p.Last, _ = strconv.Atoi(found[2])
	}
	if p.Last < p.First {
		return nil, &placesError{"#" + text}
	}
	return p, nil
}

const fileEnd = ".toml"

// isFile reports whether a path has the form of a contest's file. A bot.toml describes a bot.
func isFile(path string) bool {
	return filepath.Ext(path) == fileEnd && filepath.Base(path) != "bot.toml" && filepath.Base(path) != fileEnd
}

// isContest reports whether there is a contest's file at a path, or the folder of one that has been played.
func isContest(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	if !info.IsDir() {
		return isFile(path)
	}
	for _, name := range []string{"ledger.db", "ledger.url"} {
		if exists(filepath.Join(path, name)) {
			return true
		}
	}
	return false
}

// placesOf returns all places of the contest whose file or folder is at a path.
func placesOf(path string) *Places {
	if isFile(path) {
		return &Places{File: path, Dir: strings.TrimSuffix(path, fileEnd), First: 1}
	}
	return &Places{File: path + fileEnd, Dir: path, First: 1}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
