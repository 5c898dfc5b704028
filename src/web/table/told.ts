// What is said when a round or a match ends. Some sentences are about one seat: "Botan: 7 score cards + 6 chips = 13,
// total 20". They stand in the row of the seat, which has the points and the total already.

export interface Sorted {
  /** The sentences that are about the round or the match itself. */
  all: string[];
  /** How the points of each seat came about; "" where nothing is said about it. */
  of: string[];
}

/** `names` are the names of the seats as the sentences have them. Seats are told of in their order, so that two of one
 * name are told apart. */
export function sorted(told: readonly string[], names: readonly string[]): Sorted {
  const of = names.map(() => "");
  const all: string[] = [];
  let from = 0;
  for (const line of told) {
    const seat = names.findIndex((name, i) => i >= from && [": ", "："].some((colon) => line.toLowerCase().startsWith(name.toLowerCase() + colon)));
    if (seat < 0) all.push(line);
    else {
      const text = line.slice(names[seat]!.length + 1).trim();
      of[seat] = text.replace(/\s*[=＝].*$/, "");
      from = seat + 1;
    }
  }
  return { all, of };
}
