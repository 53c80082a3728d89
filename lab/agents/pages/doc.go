/*
Package pages writes what a verdict says of a contest of agents as a folder that a browser opens from the disk: index.html, a page for each
agent, verdict.json with all of it, and verdict.md.

# Security

Diffs, transcripts, reports and names are untrusted text. html/template escapes them by their context, control characters are escaped
before (package clean), and the policy of every page allows one style sheet beside it and no script.

# Published pages

With Public, what may have lines of a bot's source is left out: diffs, transcripts, and why a version was not
accepted; so are refused connections. Of what agents report of themselves numbers remain.
*/
package pages
