/** What was found in the board folders, by game; without a prototype, because names come from addresses and servers. */
export function byGame<Thing>(found: Record<string, Thing>): Record<string, Thing | undefined> {
  const named = Object.entries(found).map(([path, thing]) => [/(\w+)(?:\/board)?\/[^/]+$/.exec(path)![1]!, thing]);
  return Object.assign(Object.create(null), Object.fromEntries(named));
}
