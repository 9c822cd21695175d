// Names elements. The hook of Preact would be larger: it also matches what a server has rendered.
import { useState } from 'preact/hooks';

let last = 0;

/** Returns the id of an element, which stays while its component is shown. */
export const useName = (): string => useState(() => `n${++last}`)[0];
