// Reads JSON that another party wrote.

/** Returns the value, `undefined` for `null`, for no text and for text that is not JSON. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text as string) ?? undefined;
  } catch {
    return undefined;
  }
}
