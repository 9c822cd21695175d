// Checks that the tenants of an address are found behind any number of accounts that are named like the address.
// Threat: an admin makes accounts whose name is the address of another person, so that the person's list is empty.
import { expect, test } from '@jest/globals';
import { entriesOf, prefixesOf, termsOf } from '../../../lib/domain/directory/sync-user.ts';
import { tenantsOf } from '../../../lib/domain/messages/tenants-of.ts';
import { transact } from '../../../lib/store/dynamo/table.ts';
import { matching, termEntry } from '../../../lib/store/people/directory.ts';
import type { User } from '../../../lib/store/people/users.ts';
import { running } from '../../support/prepared.ts';
import { newEmail } from '../../support/service.ts';
import { newAccount } from '../store/support.ts';
import { newFinding, newTenant, newUser, startWorld } from './support.ts';

running(() => startWorld());

/** Accounts that were once read for one address at most. */
const MOST = 1000;
/** The last of the 16 partitions that are read. */
const isLast = ({ id }: User): boolean => /[FVl]$/.test(id);

test('lists the tenant of the owner behind more accounts that an earlier version filed under their address', async () => {
  const email = newEmail();
  const [owned, other] = [await newTenant('Owned'), await newTenant('Other')];
  const [owner, ...named] = Array.from({ length: 2 * MOST }, () => newAccount(newEmail(), owned.id)).sort(
    (a, b) => Number(isLast(b)) - Number(isLast(a)),
  ) as [User, ...User[]];
  expect(isLast(owner)).toBe(true);
  const inTheWay = named.filter((user) => !isLast(user)).map((user) => ({ ...user, tenantId: other.id }));
  expect(inTheWay.length).toBeGreaterThan(MOST);
  for (let from = 0; from < inTheWay.length; from += 100) {
    const entries = inTheWay.slice(from, from + 100).map((user) => ({ ...termEntry(user, email, '0'), version: 1 }));
    await transact({ entries: entries.map((create) => ({ create })) });
  }
  await newFinding(await newUser(owned.id, { id: owner.id, pk: owner.pk, sk: owner.sk, email }));
  expect((await tenantsOf(email)).tenants).toEqual([expect.objectContaining({ name: 'Owned' })]);
});

test('a name that is the address of another person is no entry of that address, and searches find it', async () => {
  const [email, { id }] = [newEmail(), await newTenant()];
  const user = await newUser(id, { name: email, metadata: { nickname: `Ada ${email}` } });
  await newFinding(user);
  expect((await matching(undefined, `${email}\n`)).matches).toEqual([]);
  const found = await Promise.all(prefixesOf(email).map((prefix) => matching(id, prefix)));
  expect(new Set(found.flatMap(({ matches }) => matches.map((each) => each.id)))).toEqual(new Set([user.id]));
});

test('an account that is named like its own address has one entry for both', () => {
  const user = { ...newAccount('ada@example.com'), name: 'Ada@Example.com' };
  expect(termsOf(user)).toEqual(['ada@example.com']);
  expect(entriesOf(user, [])).toHaveLength(2);
});

test('a long name that begins like an address is found by all of it', () => {
  const name = `${'a'.repeat(40)}@${'b'.repeat(60)}`;
  const [term] = termsOf({ ...newAccount('ada@example.com'), name }).slice(1);
  expect(prefixesOf(name)).toContain(`${term}\n`);
});
