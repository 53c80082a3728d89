/*
Package remote serves the edits of agents that edit on machines of their own. Where package edit runs a command in the sandbox, a [Server]
waits until the agent reports that it is done, or for the bell.

	server.go     who connects, what goes on, and one edit
	workspace.go  the workspace that an agent fetches and sends
	token.go      the tokens of agents

# Requests

An agent sends its token in the header Authorization: Bearer TOKEN. A token that is not valid is answered by 401 and nothing else, so the
names of agents cannot be guessed.

	GET  edit?after=R  a [Status]; with the newest revision it is answered when something has changed, or after 30 seconds
	GET  workspace     the files of the workspace, a tar archive packed by zstd
	PUT  workspace     replaces the workspace by such an archive
	GET  tools         the tools of the edit, as package tools serves them
	POST call          calls one of them
	POST done          ends the edit; the body may be what the agent reports of its costs, a JSON object

A request that names an edit in the header [EditHeader] is refused with 409 when another edit has begun, as after a restart of the host:
the workspace is then that of before the edit, and is to be sent again. After the bell all but GET edit are refused.

# Workspaces

What is sent is the work of an adversary. It is unpacked beside the workspace by package unpack: regular files and folders, no links, as
many bytes as an edit may write; a mistake changes nothing. The repository in a workspace is the host's own and is neither sent nor taken.
Requests that touch the workspace of an agent are answered one at a time.

Memory, processor time and processes are those of the agent's machine. They are not limited, and the record says where the edit was made.
*/
package remote
