/*
Package tuning finds better values for the parameters of a bot by playing games: simultaneous perturbation stochastic approximation.

In each round two versions of the bot play each other. Every parameter of one lies a little above its present value or a little below, by
lot, and that of the other as far on the other side; then all values move towards the better version. A round costs the games of two
versions however many parameters there are. Steps and distances shrink, so that chance is averaged out, and the result is the mean of the
last half of the path, which has less noise than its end.

The method and its gains are those of J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998); the mean is that of B. T. Polyak and A. B. Juditsky
(1992). Equal seeds and results give equal paths.
*/
package tuning
