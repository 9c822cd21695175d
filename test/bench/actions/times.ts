// Prepares what an action uses up.

/** Makes `uses` of something, one after the other. */
export async function times<T>(uses: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < uses) made.push(await make());
  return made;
}
