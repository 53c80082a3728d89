# A bot that plays any of its moves. agon.rb beside it speaks with the arena. Make it choose better.
require_relative 'agon'

# VIEW

def choose(view)
  view.moves.sample
end

play('Any move in Ruby', 'you') { |view| choose(View.new(view)) }
