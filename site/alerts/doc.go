/*
Package alerts reports the faults of bots to their authors while a contest is played, and lets bots rest that fail again and again.

[Alerts] is given every game that counts. It counts the faults of each bot, for the desk of the organiser, and the games running in which
a bot crashed or was late: after some of them the bot rests, which means that it plays no further round until its author wakes it. A bot
in a stage where a missing game is a lost one plays on, and its author is alerted all the same.

Each author of such a bot gets an alert. It is stored for the author's feed, whose address contains a key of which only the hash is
stored, and sent by the site's [notify.Sender].

Counting costs a contest little: faults are kept in memory and stored once a second, and [Alerts.Run] does everything that waits for a
database or a network.
*/
package alerts
