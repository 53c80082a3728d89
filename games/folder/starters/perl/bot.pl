# A bot that plays any of its moves. Agon.pm beside it speaks with the arena. Make it choose better.
use strict;
use warnings;
use Agon;

# VIEW

sub choose {
    my ($view) = @_;
    my @moves = $view->moves;
    return $moves[ rand @moves ];
}

Agon::play('Any move in Perl', 'you', sub { choose(bless $_[0], 'View') });
