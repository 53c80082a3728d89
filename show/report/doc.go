/*
Package report defines the results of a contest: [Run], its [Stage]s, the [Standing]s of their tables, and its [Game]s. All renderers of
contests use these types.

# Producers and consumers

Package contest/compile fills a Run from a contest, once. Everything else reads it:

  - JSON: a Run is its own JSON object, so encoding/json writes it; fields that only other forms need have the tag "-";
  - terminal and Markdown: package show/term/standing;
  - pages: package web, which writes a folder of HTML;
  - SVG and PNG: package show/report/chart for ratings, places and scores, package bracket for knockouts;
  - the dashboard of a running contest: package show/term/progress, which shows the same Standings.

A Standing embeds the tournament's own line, and adds what the tournament does not know: the bot's name and author, whether its clock is
believed, where its log is. No field is copied.

# Columns

A column of a table is declared once, in columns.go: its name in JSON, its heading, its width and number of decimals, the tables that have
it and when, and the value. The renderers know tables and types of values, but no columns. To add a column, add a line there: it is then in
the JSON object, on the terminal, in Markdown, on the pages and in what programs get from a site. A [Table] is identified by its name.

The type of a value decides its format, not its column: a float64 has the decimals of its column, a [Micros] is a time, a
[Faults] of 0 is a dot, a [Record] is three counts, a [Bot] has its coloured chip, a [Curve] is a picture. nil is an empty cell.

# Scope

Package report imports no contest, no bot and no file. It can also be filled from an older ledger, and a site that serves many
contests at once needs only this package. It writes sentences ([Run.Remarks], [Run.Facts], [Clock]) because all forms share them;
it writes no markup.
*/
package report
