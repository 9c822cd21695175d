// Adds what Node 20 lacks of the language. The process of a test imports this before the service.

type Group = <Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key) => Map<Key, Item[]>;

Promise.withResolvers ??= function withResolvers<T>() {
  let resolve!: (value: T | PromiseLike<T>) => void;
  let reject!: (reason?: unknown) => void;
  const promise = new Promise<T>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
};

Map.groupBy ??= ((items, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}) satisfies Group;
