/*
Package ledger interprets the changes and events of a contest's ledger: who is in the line-up and why not, what a change does to the
field of a stage, which games it cancels, which limits and settings changed, and on which days was played. All of it is pure functions of
what is stored, so a run, a recalled contest and a site agree.
*/
package ledger
