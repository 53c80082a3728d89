/*
Package making makes the contests of a site, and changes their files.

A contest is made of the text of a contest.toml and, if it plays a game of its own, of that game's files. The text is checked as a run
checks it, without its bots, by [config.Confined]: a file from a browser names nothing of this machine outside its folder. The files of a
game are unpacked as those of bots are, marked as handed in, and run in the sandbox or not at all ([gamefolder.HandedIn]).

Until its first game a contest's file may become any other. Afterwards it may change where no result is taken back, which package contest
decides: by [contest.Contest.Fits].

The package knows no requests, no forms and no rights: who calls it has checked them.
*/
package making
