/*
Package member is a worker's side of package fleet: it takes orders from a link, plays their games on the cores of this machine, and reports
them.

A member plays for one set of conditions at a time, with a [worker.Pool] whose bots stay from order to order. An order of another contest or
stage ends that pool, after the orders that it has, and begins another. While orders are played their leases are extended; when the
connection is lost, games go on, and reports wait until it is back. What the server has given to somebody else by then does no harm.

A member that is asked to leave ends its orders and takes no more. What this machine lacks, such as room on a disk or an interpreter, is
shown in its state, where the organiser sees it, and its orders go back.
*/
package member
