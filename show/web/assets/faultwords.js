// Describes a fault, for the line under the strips.
import { chip } from "./list.js";
import { capital, microsUnit } from "./numbers.js";

/** Explanations of the faults' names. */
const MEANING = {
  late: "late: no answer in time", garbled: "garbled: the answer is no move", illegal: "illegal: the rules refuse the move",
  crashed: "crashed: the program raised an error or ended", gone: "gone: the program ended earlier", memory: "over its memory",
  output: "over its output", time: "over its processor time", disk: "over its disk", unstarted: "the program never came to life",
};

/** @param {import("./reel.js").Fault} fault @param {import("./reel.js").Reel} reel @param {import("./look.js").Look} look */
export function describeFault(fault, reel, look) {
  const line = document.createElement("p"), name = document.createElement("b"), seat = reel.head.seats[fault.seat];
  const took = reel.took(fault.shot, fault.seat);
  name.textContent = seat.name;
  const figures = took >= 0 ? `, after ${microsUnit(took)}` : "", limit = reel.head.move ? `, limit ${microsUnit(reel.head.move)}` : "";
  const words = `${MEANING[fault.why] ?? fault.why}${figures}${fault.why === "late" ? limit : ""}${fault.note ? `. ${fault.note}` : ""}`;
  line.append(`${capital(reel.head.step)} ${fault.round} `, chip(look.seats[fault.seat], seat.mark, seat.slot), " ", name, " ", words);
  return line;
}
