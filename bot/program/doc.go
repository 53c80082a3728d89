/*
Package program plays bots that are programs.

# Three ways to talk

  - [NewLines]: a program that lives for a game, or from game to game. It is written the kind's own prompt and answers with a line.
  - [NewAgon]: the same with the agon protocol, one line of JSON in and one move out, which serves every kind. PROTOCOL.md defines it.
  - [NewFresh]: a program that is started anew for each move, with arguments, environment and files, and says all it has to say.

The first two are one [Player] with two tongues. It has a process for each lane, because who writes a bot writes one game at a time;
the processes of a bot think one after the other, so several lanes gain nothing and MostLanes is 1.

# What is an answer

The first whole line that the program writes after it was asked. What it wrote before goes to its log and is never taken for the answer
to a later question: all that is there is put away before the next prompt is written, and on Linux also what comes while that prompt
lies untouched in the pipe. A program that is late is killed, so its answer cannot come to the next question either. What a program says
unasked in the very moment in which it also begins to read cannot be told from an answer, and counts as one.

# What goes wrong

A fault of a program is a value in the reply, with a note in words and figures. A program that has ended, or was killed, plays no more in
its game and is started anew for the next. What the host lacks, such as
pipes, memory or the launcher, is told by HostError and blamed on nobody: the calls of that turn are lost and the game counts for nothing.

# After the move

A program of [NewFresh] ends with its move, and with it all that it has started, also processes that have left its session and their parent:
the sandbox kills them before the answer is read, so a daemon has none of its neighbours' time and needs no pausing. Without a sandbox they
are found by their environment, on Linux only. A warm interpreter does the same between two moves. Programs that live on are paused
instead ([bot.Pauser]).

# Waiting

On Linux a player waits with plain system calls on the thread of its referee, which is bound to a core with its bots: going through the
runtime's poller would wake another core for every answer. Where players are asked side by side ([game.Launch].Together), and on other
systems, a goroutine for each program reads for it, so that the time of an answer is that of its coming, not of somebody's looking.

A program is given up when its own time is over: what the host held up extends the wait; see [bot.Stopwatch].
*/
package program
