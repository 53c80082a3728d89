/*
Package chart draws what a contest has measured.

Within pages, as SVG that the page's style sheet colours:

	axis.go    the axis and the bars of a table
	curve.go   the ratings of a bot's versions over their games
	bins.go    how often a bot had which score, as a small multiple

Alone as well, in the colours of the bots:

	places.go  the places of all bots over the rounds of play
	scores.go  how often each bot had which score, as SVG or PNG
	card.go    the standings, for links on other sites
*/
package chart
