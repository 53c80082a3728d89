/*
Package audit checks a contest against its ledger, and repairs what can be derived from it.

One walk serves both ([Audit.Walk]): every replay is played again and compared with its result, the plan and all tables are computed again
from the ledger, and the report is compared with them. With Repair it also rebuilds the index of the replays, truncates and removes what a
killed process had not finished writing, and rewrites a report that is missing, changed or older than the ledger.

The ledger is never changed, damaged bytes are never removed, and lost games are not played again. Each [Finding] is passed on at once; the
[Summary] counts them.
*/
package audit
