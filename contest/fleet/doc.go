/*
Package fleet has games of a contest played by workers on other machines. Package contest/fleet/member is their side.

# What goes where

	order   server → worker: fixtures of one line-up, the conditions of the stage, and the seeds of the bots' generators in these games
	file    server → worker: an archive of the files of a bot, or a layer of its container image, by its hash
	report  worker → server: the games of an order with replays, times and logs, a few at a time
	judge   server → worker: an order with replays of another worker, to be executed again; its report has hashes of what the rules say
	state   worker → server, every few seconds: what the worker is, what it plays, what it lacks
	frame   worker → server: a running game as far as it has been played, while somebody watches the contest

All are JSON, packed with zstd, with a version. They travel over a [queue.Link], which may lose, repeat or reorder them. A worker sees the
bots of its orders, the replays that it judges and nothing else of the contest: no seed of a game to come, no ledger, not the contest's
secret.

# What is believed

A report is an assertion. The server plays each replay again by the rules before it counts ([run.RemoteStage.Accept]): places, scores
and faults are those of the game played again. What remains the worker's word is how long moves took, and that the moves are the bots'.
Therefore some games, which nobody can predict, are played again on another machine. A worker whose report contradicts the rules is
set aside: nothing that it sends counts any more, and what it had played in this stage is played again. What the others play meanwhile
they play on. A [Journal] says whose games are whose, since a worker may be caught after its contest was continued.

A contest with verify = "sample" executes one reported game in twenty here, drawn by a secret lot. The others are held until a second
worker, drawn by lot too, has executed them: if both say the same the game counts. If they differ, or the second one says nothing in time,
this machine executes the game, and only what it finds itself sets a worker aside. Two accomplices may so have a forged game counted.
When a worker is set aside, all games that count because it agreed with somebody, or somebody with it, are executed here, and who agreed
about a forged one is set aside too.

A frame, too, is played again before it is shown, and counts for nothing: the report shows the rest of the game, or ends the view if it is
another game. A wrong frame ends only what its own worker shows. The server's time for frames of a worker is bounded; what comes beyond that
is lost.

# Who gets what

Each order is offered to one worker, the least busy of those that can play it, so that no worker can hold, delay or end what others have. A
worker that cannot play a bot refuses the order and names the bot. A contest may also not admit a worker, and says so to it. A new worker
gets orders for a few cores, and with each order that it ends for one more, up to all that it has: one that takes orders and reports nothing
in time gets none for a while, longer each time, and then one at a time until it does.

# What happens when something vanishes

A worker that falls silent loses its orders, and others get them. An order that stays without reports for long, or that its worker does not
end in several attempts, is withdrawn, and its games are offered again; where this machine plays too, to it. Nobody is to blame, since bots
may think for long: each time the games get twice the time. A server that is killed offers everything without a result again when it is
started again; reports of its earlier orders are dropped. A game that is played twice counts once.
*/
package fleet
