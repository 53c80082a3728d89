/*
Package report is what a run of a contest came to: [Run], its [Stage]s, the [Standing]s of their tables, and its [Game]s. Whoever
shows a contest, in whatever form, shows this.

# Who fills it, who shows it

Package report/compile fills a Run from a contest, once. Everything else reads it:

  - JSON: a Run is its own JSON object, so encoding/json writes it; fields that only other forms need have the tag "-";
  - terminal and Markdown: package term/standing;
  - pages: package web, which writes a folder of HTML;
  - SVG and PNG: package report/graph for histograms, package bracket for knockouts;
  - the dashboard of a contest at work: package term/progress, which shows the same Standings.

A Standing holds the tournament's own line as it is, and adds what the tournament does not know: who the bot is, what its clock is
worth, where its log lies. No field is copied.

# Columns

A column of a table is declared once, in columns.go: its name in JSON, its heading, how wide it is and how many decimals it has, in which
tables it is and when, and the value. The renderers know tables and types of values, no column. To add one, add a line there: it is then in
the JSON object, on the terminal, in Markdown and on the pages.

What a value is decides how it is written, not which column it is in: a float64 with the decimals of its column, a [Micros] as a time, a
[Faults] with a dot for none, a [Record] as three counts, a [Bot] with its chip, a [Curve] as a picture. nil is an empty cell.

# What it does not know

Package report imports no contest, no bot and no file. It can be filled from a ledger of another day as well, and a site that serves many
contests at once needs no more than this. It writes sentences ([Run.Remarks], [Run.Facts], [Clock]) because all forms share them;
it knows no markup.
*/
package report
