# The agon protocol: the arena writes a line of JSON for each turn, the bot answers with a move.
#
# This file keeps the picture of the game up to date and knows no rules. You need not change it, and it serves every kind of game.
package Agon;
use strict;
use warnings;
use JSON::PP;

# Plays game after game until the arena hangs up. $choose is asked for each move, with the picture and with what was told at the beginning: kind, seat, seats, options, clock. The fields of the
# picture are those of the kind, a grid is $view->{grid}[$y][$x].
sub play {
    my ($name, $author, $choose) = @_;
    my ($game, $view);
    my $json = JSON::PP->new->utf8->canonical;
    $| = 1;
    while (my $line = <STDIN>) {
        my $told = $json->decode($line);
        if (exists $told->{agon}) {
            ($game, $view) = ($told, undef);
            print $json->encode({ name => $name, author => $author }), "\n";
        } elsif (!exists $told->{over}) {
            $view = $view ? changed($view, $told) : $told;
            print $choose->($view, $game), "\n";
        }
    }
}

# What a grid is sent as after the first picture are its changed cells, as x, y, value.
sub changed {
    my ($view, $told) = @_;
    for my $field (keys %$told) {
        my $old = $view->{$field};
        if (ref $old eq 'ARRAY' && ref $old->[0] eq 'ARRAY') {
            $old->[ $_->[1] ][ $_->[0] ] = $_->[2] for @{ $told->{$field} };
        } else {
            $view->{$field} = $told->{$field};
        }
    }
    return $view;
}

1;
