// Creates the users of a directory, or goes on with one that it deactivated. Okta creates a person again when they come back under
// another name: with the id there that they had, and without looking for it (better-auth/better-auth#11111).
import { ScimError } from '../../scim/errors.ts';
import type { Attributes, Value } from '../../scim/values.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { claimedBy, externalClaimKey } from '../../store/scim/users.ts';
import type { Caller } from './authenticate.ts';
import { create } from './join.ts';
import { knownOf } from './known.ts';
import { replace } from './users.ts';
import type { Known } from './view.ts';

/**
 * Creates the user of a directory. If a user whom this connection deactivated has the id there, it is that user: changed as by a PUT, and
 * active. Throws what `create` and `replace` throw.
 */
export async function provision(caller: Caller, attributes: Attributes): Promise<Known> {
  try {
    return await create(caller, attributes);
  } catch (error) {
    const isTaken = error instanceof ScimError && error.scimType === 'uniqueness';
    const former = isTaken ? await deactivatedOne(caller, attributes) : undefined;
    if (!former) throw error;
    return replace(caller, former.user.id, new Map<string, Value>([['active', true], ...attributes]), { ifMatch: [] });
  }
}

/** The inactive user of the connection who has the id. */
async function deactivatedOne({ connection }: Caller, attributes: Attributes): Promise<Known | undefined> {
  const externalId = attributes.get('externalId');
  if (typeof externalId !== 'string' || externalId.trim() === '') return undefined;
  const id = claimedBy((await getMany([externalClaimKey(connection.id, externalId.trim())]))[0]);
  const [known] = id ? await knownOf(connection, [id]) : [];
  return known && !known.user.isActive ? known : undefined;
}
