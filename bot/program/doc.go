/*
Package program plays bots that are programs.

# Three protocols

  - [NewLines]: a program that runs for a game, or from game to game. It receives the kind's own prompt and answers with a line.
  - [NewAgon]: the same with the agon protocol, one line of JSON in and one move out, which works for every kind. PROTOCOL.md defines it.
  - [NewFresh]: a program that is started for each move, with arguments, environment and files, and answers with its output.

The first two share the type [Player]. It has a process for each lane, because bots are written to play one game at a time;
the processes of a bot think one after the other, so several lanes gain nothing and players have one.

# Answers

The answer is the first whole line that the program writes after it was asked. Earlier output goes to its log and never counts as the
answer to a later prompt. On Linux a program is asked only when it waits in a read of its input ([bot.Process.Awaits]): everything that it
wrote until then is dropped, lines before its first prompt too. The start of a program is time of its first move. In its first three moves,
and in three after each line that was dropped, every other thread and child must wait for something as well, since it might write.

One that does not wait is asked all the same: before its first prompt after half a second of processor time, and later after 50 ms, or
80 ms in which it sleeps (5 ms in a poll of its input), less with each time in a row. After three such times it is asked as soon as it
sleeps or has used 2 ms. That time is not charged to it. For these, and where the host cannot see it, what comes while
the prompt is unread in the pipe is dropped, and output written in the very moment in which the program starts reading looks like
an answer. A late program is killed, so its answer cannot count for the next prompt either.

# Errors

A fault of a program is a value in the reply, with a note and figures. A program that has ended, or was killed, plays no more in
its game and is restarted for the next. Failures of the host, such as missing pipes, memory or launcher, are reported by HostError: the
calls of that turn are lost and the game does not count.

# After the move

A program of [NewFresh] ends with its move, together with everything that it has started, including processes that have left its session
and their parent: the sandbox kills them before the answer is read, so a daemon takes no time from others and need not be paused. Without
a sandbox they are found by their environment, on Linux only. A warm interpreter does the same between two moves. Programs that keep
running are paused instead ([bot.Process.Pause]).

# Warm programs

With [Config].Warm a Python program of NewFresh is forked from an interpreter that was started for it when its seat was taken, and stopped
in its sitecustomize.py, before Python looks at the program (see that file). Everything after that is Python's own: it runs the program as
__main__, writes what is left in files, calls what is registered for the end. What a game's interpreter knows of the bot is the syntax
tree of its program and the names of its files; it imports nothing from them. Standard modules that the program names are loaded before
the fork, and then stay in memory at its end unless an object that the program has left shows it. The program is started for each move
instead if its interpreter is another than Python 3.8 to 3.13 or lies in its own folder, if its arguments or environment change how Python
starts, if it is sent standard input, and after a move for which the interpreter was ended.

# Waiting

On Linux a player waits with plain system calls on the thread of its referee, which is bound to a core with its bots: the runtime's poller
would wake another core for every answer. If players are asked concurrently ([game.Launch].Together), and on other systems, a goroutine
per program reads its output, so that the time of an answer is that of its arrival.

A program is given up when its own time is over: stalls of the host extend the wait; see [bot.Stopwatch].
*/
package program
