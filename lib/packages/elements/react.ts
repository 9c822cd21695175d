// Takes React's place under the components: the part of its API that they use, by Preact, which is a tenth of the size.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

export { createContext, createElement, Fragment, render } from 'preact';
export { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';

/** Renders again when `read` returns another value. That of Preact is in its layer for React, which is larger. */
export function useSyncExternalStore<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  const value = read();
  const [held, hold] = useState({ value, read });
  useLayoutEffect(() => {
    held.value = value;
    held.read = read;
    if (held.read() !== value) hold({ value: read(), read });
  }, [value, read]);
  useEffect(() => {
    const onChange = (): void => {
      const next = held.read();
      if (next !== held.value) hold({ value: next, read: held.read });
    };
    onChange();
    return subscribe(onChange);
  }, [subscribe, held]);
  return value;
}

let last = 0;

/** Returns the id of an element. That of Preact is the same in each of several roots of a page. */
export const useId = (): string => useState(() => `gatehouse-${++last}`)[0];
