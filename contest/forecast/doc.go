/*
Package forecast estimates how long a contest takes with many bots on many machines, how certain its ranks are then, what it costs and how much it
stores. It plans all stages with the formats of a run, and has package simulation play them without bots.
*/
package forecast
