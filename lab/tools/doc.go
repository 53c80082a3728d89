/*
Package tools has what a program that writes bots may call: a person's assistant at home, or an agent in a contest of agents. Each tool is
an [Action] with a typed input, and most run a command of agon's own in a process, so a tool does what the command does.

	tool.go     tools, results, callers, and the table that makes a caller of actions
	input.go    inputs, their JSON schema, and KEY=VALUE
	actions.go  the tools that run commands
	room.go     where a call runs: what names in its input mean, and what it may write
	command.go  processes of agon's own, with bounded time and output
	home.go     the tools in a folder at home
	http.go     a caller that another process calls

# What an input can do

Values of an input become values of flags that the action names, or arguments after "--": no input is read as a flag. Names of bots and
files go through the [Room] of the call, which returns arguments for files that it allows and errors for all others. At home that is the
files below one folder. Package desk has the room of an edit, with rights and budgets.

A call that is refused or goes wrong is a result that says so. [Caller.Call] returns an error only if there is no such tool, if the call
was canceled, or if the caller cannot be reached.
*/
package tools
