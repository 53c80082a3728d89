/*
Package store stores a contest: what defines it, its plan, and its results. Plan and ledger are the only source of truth; everything else
(queues, tables, pages) can be computed from them.

# Guarantees

Each call is one transaction: after a crash at any moment it is stored completely or not at all. A fixture is stored before it is offered
to anybody, and never changes. The first result of a fixture stands; the same game handed in again changes nothing; a
different result is stored beside it as an oddity to be inspected. A result stands until a [Change] has its game played again.

Reads return what was written. A store that is damaged reports that when it is opened, as a [Damaged], and returns no data.

One run writes at a time. The runner of a contest holds a lock on its folder, which stores do not check; a store that several machines
can reach holds a lock of its own, and refuses a second run with an [InUse].

# Implementations

Implementations are folders below this one, and pass [agon/contest/store/storetest]. Packages rows and reading are shared by those on SQL
databases. Package ledgers opens the ledger of a contest's folder, wherever it is.
*/
package store
