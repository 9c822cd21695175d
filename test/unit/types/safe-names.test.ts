// Only what names.ts made safe enters a message. `npm run check` compiles this file.
// Threat: a person names an account or a tenant like a host, and a mail client makes a link of it in a mail to others.
import { expect, test } from '@jest/globals';
import type { Details } from '../../../lib/domain/messages/texts/locales/locale.ts';
import { en } from '../../../lib/domain/messages/texts/locales.ts';
import { configured, day, duration, type SafeName, unlinked } from '../../../lib/domain/messages/texts/names.ts';

const stored: string = 'https://evil.example/reset';
const safe: Details = {
  tenant: unlinked(stored),
  app: configured('Gatehouse'),
  valid: duration('en', 600_000),
  until: day('en', 600_000),
  key: unlinked(stored),
  more: configured('10'),
};
/** A detail of another type does not compile. */
const details: Readonly<Record<keyof Details, SafeName>> = safe;

test('a name as stored does not compile as a detail of a message', () => {
  // @ts-expect-error the name is as stored
  const unsafe: Details = { ...safe, tenant: stored };
  const { lead } = en.messages.passwordChanged;
  expect(lead(details)).toContain('evil. example/reset');
  // @ts-expect-error a text takes safe names only
  expect(lead({ ...safe, tenant: stored })).toBe(lead(unsafe));
});
