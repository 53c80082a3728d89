package attack

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// engine is a docker that has two images of one author, whose programs it runs without any container: what agon makes of an engine's bots
// is tested where there is none.
const engine = `
-- docker --
#!/bin/sh
case "$1" in
version) echo 24.0.1 ;;
info) echo '{"MemoryLimit":true,"PidsLimit":true}' ;;
image)
	case "$3" in sha256:*) name=${3#sha256:} ;; one) name=1111111111111111 ;; *) name=2222222222222222 ;; esac
	echo '[{"Id":"sha256:'$name'","Os":"linux","Architecture":"'$ARCH'","Config":{"Entrypoint":["/bot"],"Labels":{"agon.protocol":"agon"}}}]' ;;
run)
	for a; do
		case "$a" in *2222222222222222) name=Second ;; *1111111111111111) name=First ;; esac
		[ "$before" = --cidfile ] && echo $$ >"$a"
		before=$a
	done
	while read line; do
		case $line in '{"agon"'*) echo '{"name":"'$name'","author":"Ann"}' ;; '{"over"'*) ;; *) echo UP ;; esac
	done ;;
esac
-- contest.toml --
kind = "colour-battle"
max_per_author = 1

[[bots]]
ref = "docker-daemon:one"

[[bots]]
ref = "docker-daemon:two"

[[bots]]
ref = "builtin:steve"

[options]
rounds = 2

[[stages]]
format = "arena"
games = 1
seats = 2
`

// TestBotsOfAnEngineAreIntroduced: bots in images of a container engine that speak the agon protocol are called as they greet, and count
// for their authors.
func TestBotsOfAnEngineAreIntroduced(t *testing.T) {
	dir := written(t, engine)
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("ARCH", runtime.GOARCH)
	o := must(t, dir, "play", "colour-battle", "docker-daemon:one", "docker-daemon:two", "--set", "rounds=2", "--seed", "3")
	for _, want := range []string{"First", "Second", "Ann"} {
		if !strings.Contains(o.Out, want) {
			t.Errorf("nobody is called %s:\n%s%s", want, o.Out, o.Err)
		}
	}
	o = agon(t, dir, "run", "contest.toml", "--out", filepath.Join(dir, "out"))
	if !strings.Contains(o.Out+o.Err, "Ann has more than 1 bot (max_per_author)") {
		t.Errorf("two bots of one author play, exit %d:\n%s%s", o.Code, o.Out, o.Err)
	}
}
