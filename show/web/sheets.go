package web

// Sheets returns the styles that all pages share: tokens and parts. Other servers of the project serve them with their pages.
func Sheets() string { return sheet([]string{"tokens.css", "page.css", "text.css"}) }

// ReportSheets returns the styles of the pages of a report.
func ReportSheets() string { return sheet(reportSheets) }
