// Makes what the tests of a file share in a hook before them, and gives it a name at once.
import { afterAll, beforeAll } from '@jest/globals';

/** Makes an object before the tests. Its members may be used in hooks and tests, not while the file loads. */
export function prepared<T extends object>(make: () => T | Promise<T>): T {
  let made: T | undefined;
  beforeAll(async () => {
    made = await make();
  });
  return deferred('what a hook prepares', () => made);
}

/** Starts something before the tests and stops it after them. */
export function running<T extends { stop: () => unknown }>(start: () => T | Promise<T>): T {
  const started = prepared(start);
  afterAll(async () => {
    await started.stop();
  });
  return started;
}

/**
 * Returns a proxy for an object that a hook creates later. Throws when a member is read before that. Methods are called on
 * the object itself.
 */
export function deferred<T extends object>(what: string, find: () => T | undefined): T {
  const found = (name: PropertyKey = 'all'): T => {
    const made = find();
    if (!made) throw new Error(`${what} is used before it exists: ${String(name)}`);
    return made;
  };
  return new Proxy({} as T, {
    get: (_, name) => {
      const made = found(name);
      const member = Reflect.get(made, name);
      return typeof member === 'function' && name !== 'constructor' ? member.bind(made) : member;
    },
    set: (_, name, value) => Reflect.set(found(name), name, value),
    has: (_, name) => Reflect.has(found(name), name),
    ownKeys: () => Reflect.ownKeys(found()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(found(name), name),
    getPrototypeOf: () => Reflect.getPrototypeOf(found()),
  });
}
