// Reads the metadata that an admin writes as JSON.
import { WrongField } from '../../kit/voice.ts';
import { common } from '../words/index.ts';

/** Returns the object that the text is; an empty text is an empty one. Throws what the form shows beside its field. */
export function metadataOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    if (typeof value === 'object' && value && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // It is said below.
  }
  throw new WrongField('metadata', common('notJson'));
}
