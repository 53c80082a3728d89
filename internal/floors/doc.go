/*
Package floors holds the house together: its test reads the imports of every package and refuses those that point up, or out into
the world where there must be none. Each rule stands in the test with its reason, which is what a refusal prints.

There is no code here. A new rule is a line of the table in floors_test.go; a package that must break one is a reason to think the
house over, and only then to change the line.
*/
package floors
