// Says in one sentence what is wrong with a value that does not match its shape.
import type * as z from 'zod/mini';

/** A name that a person gave to a field. Other text is not repeated. */
const NAMEABLE = /^\w{1,64}$/;
const UNITS: Readonly<Record<string, string>> = { string: ' characters long', array: ' entries long' };

/** Names the first invalid field and what it should be. Never repeats what was sent. */
export function complaint(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'The request is not valid.';
  const field = issue.path.map(String).join('.') || 'body';
  switch (issue.code) {
    case 'invalid_type':
      return `${field}: ${issue.input === undefined ? 'is required' : `must be of type ${issue.expected}`}`;
    case 'too_small':
      return `${field}: must be at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
    case 'too_big':
      return `${field}: must be at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
    case 'invalid_value':
      return `${field}: must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `${[...issue.path.map(String), NAMEABLE.test(issue.keys[0] ?? '') ? issue.keys[0] : 'a field'].join('.')}: is unknown`;
    case 'custom':
      return `${field}: ${issue.message}`;
    case 'invalid_union': {
      // The value fits this one best of the shapes that it may have.
      const [deepest] = issue.errors.flatMap(([first]) => first ?? []).sort((a, b) => b.path.length - a.path.length);
      return complaint(deepest && { ...deepest, path: [...issue.path, ...deepest.path] });
    }
    default:
      return `${field}: is not valid`;
  }
}
