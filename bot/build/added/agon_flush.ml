let () = Callback.register "agon_flush" (fun () -> try Format.print_flush (); flush stdout with _ -> ())
