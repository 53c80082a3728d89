/*
Package conduct runs a contest from its file to its report, as agon run does.

	conduct.go    opening: ledger, pinned images, rules, sandbox
	file.go       a contest that is named by a kind and bots alone
	play.go       the run itself, and the connection to workers
	dashboard.go  the progress of a run, for a terminal
	write.go      report and files
	dryrun.go     what a run would play, from a sample

It knows no flags and no terminal: what is shown is handed to a display. Texts of errors name the flags that a person would change.
*/
package conduct
