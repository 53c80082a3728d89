/*
Package logs reads what the bots of a contest printed: by game and turn, with what the replay of the game says of each turn, and hands it out to
their authors, each of whom gets the logs of his or her bots and of nobody else.

The logs are in the contest's folder and are read while a run writes them. Everything that bots printed is untrusted text; callers escape it.
*/
package logs
