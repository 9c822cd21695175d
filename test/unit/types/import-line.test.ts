// The form of a line that readers make is the form that the operation takes: both name the same fields with the same types.
import { expect, test } from '@jest/globals';
import { importLine, type ImportLine as Taken } from '../../../lib/contract/groups/admin-transfers.ts';
import type { ImportLine as Made } from '../../../lib/transfer/line.ts';

type Required<T> = { [Field in keyof T]-?: NonNullable<T[Field]> };
type Same<A, B> = [keyof A, keyof B] extends [keyof B, keyof A] ? true : never;
type Item<T> = T extends readonly (infer Each)[] ? Each : never;

test('a line of a reader has the fields of a line of the operation', () => {
  const fields: Same<Made, Taken> = true;
  const identities: Same<Item<Required<Made>['identities']>, Item<Required<Taken>['identities']>> = true;
  const passkeys: Same<Item<Required<Made>['passkeys']>, Item<Required<Taken>['passkeys']>> = true;
  const totp: Same<Item<Required<Made>['totp']>, Item<Required<Taken>['totp']>> = true;
  expect([fields, identities, passkeys, totp]).toEqual([true, true, true, true]);
  const made: Made = { sourceId: '1', email: 'ada@example.com', identities: [{ provider: 'google', providerId: '1' }] };
  expect(importLine.parse(made)).toEqual(made);
});
