/*
Package schedule has the dates of the contests of a site: when submissions open and close, when a contest starts and ends, and when its
table is frozen.

A date that comes takes effect once, which the database remembers: a site that was down meanwhile catches up at its start. [Schedule.Due]
is called before every answer and once a second, so nobody sees a contest that is late. The freeze takes effect first, so that nothing
later is shown. What takes effect, and what people change, is in the log of decisions. A date that is moved into the future takes effect
then, also if it had before.

The package knows no requests and no pages.
*/
package schedule
