/*
Package chart draws what a contest has measured.

Within pages, as SVG that the page's style sheet colours:

	axis.go    the axis and the bars of a table
	form.go    the last games of a bot, as marks in its row
	curve.go   the ratings of a bot's versions over their games
	lines.go   values of several bots over rounds or turns: ratings with their bands, points, chances
	prizes.go  scores against times of moves, with the bots that no other one beats in both
	bins.go    how often a bot had which score, as a small multiple

Alone as well, in the colours of the bots:

	places.go  the places of all bots over the rounds of play
	scores.go  how often each bot had which score, as SVG or PNG
	card.go    the standings of a contest, or a bot, for links on other sites

# What holds of every picture

It is drawn on the server, so it is there without JavaScript and on paper. It has a sentence for who does not see it, which says what the
picture shows and its figures. Where there is too little for a picture, such as one point, it is empty, and pages leave its panel out. Any
text may be a name: it is escaped, and cut where it would be too long. Values that are not finite are left out.

Colour is never the only difference: beside a line is a letter with the name, lines have dashes as tiles have textures, and games that were
won and lost differ by their side of the line.

# How a picture fits a page

A picture of lines is as wide as its panel, on a desk and on a phone. Only lines are stretched, in a part of the picture that has a
viewBox; texts and marks are in parts whose positions are in percent across and in pixels down, so letters keep their size. Texts for which
a phone has no room have the class "more"; the style sheet hides them in narrow panels.
*/
package chart
