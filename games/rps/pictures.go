package rps

import "strings"

// pictures are drawn by some built-in bots beside their hands.
var pictures = [...]string{
	Rock: `
        ______
     .-'      '-.
   .'    .       '.
  /   .      .     \
 |        .      .  |
 |   .       .      |
  \     .        . /
   '-.________.--'
`,
	Paper: `
   ______________
  |            |\
  |            | \
  |  --------  '--|
  |  -----------  |
  |  ---------    |
  |  -----------  |
  |  ------       |
  |_______________|
`,
	Scissors: `
  .--.          .--.
 (    )        (    )
  '-.  \      /  .-'
     '-.\    /.-'
        '\  /'
         (++)
         /  \
        /    \
       /      \
      '        '
`,
}

// drawings returns the pictures as remarks, by hand.
func drawings() (drawn [len(pictures)][]byte) {
	for h := Rock; h <= Scissors; h++ {
		drawn[h] = appendRows(nil, strings.Split(strings.Trim(pictures[h], "\n"), "\n"))
	}
	return drawn
}
