/*
Package moves lets bots of a site make the moves in games that are played elsewhere: agon play KIND ./mybot site:NAME.

A session is a process of its own with one bot in the sandbox and a mirror of the game (package bot/distant), which this package starts,
bounds and ends. It carries messages and reads none of them but the times in answers. The process has the priority and the processors of
matches on demand.

# Limits

A person and the site have a number of sessions at once, and a person a number of new ones in an hour. A session ends when nobody has
sent a request for a while, when its time is over, when its bot has used its processor time, after a number of requests, and when it says
something wrong. A request waits for the bot of its own session alone, and never longer than [Limits].Wait. Sessions are not kept: a site
that stops ends them.
*/
package moves
