// Adds to an account what a line of an import has and the account lacks. It changes nothing that its owner has set.
import { type AddressKind, addressKinds } from '../../contract/channels.ts';
import { now } from '../../platform/clock.ts';
import { type Identity, identityKey, identityWrites } from '../../store/people/identities.ts';
import { importClaimWrite } from '../../store/people/imports.ts';
import type * as users from '../../store/people/users.ts';
import { withIdentity } from '../../store/people/ways-in.ts';
import type { AuditActor } from '../audit.ts';
import { standingOf } from '../credentials/proofs.ts';
import { requirePlain } from '../metadata.ts';
import { changeEventsWrite } from '../users/events.ts';
import type { Claims } from './claims.ts';
import { refuse } from './outcome.ts';
import type { Prepared } from './prepare.ts';

type User = users.User;

/** Services that one account was imported from. Each is released in the transaction that deletes the user. */
const MOST_ORIGINS = 20;

/** Returns the account with what it lacks, and the writes of that. Throws `Refused`. */
export function merged(actor: AuditActor, before: User, line: Prepared, { identities: owners }: Claims) {
  const { user: given, origin } = line;
  const shared = addressKinds.filter((kind) => before[kind] !== null && before[kind] === given[kind]);
  if (!shared.some((kind) => isProved(kind, before, given)))
    refuse('MERGE_NOT_PROVED', 'The address belongs to an account, and one of both sides has not verified it.');
  if (owners.some((owner) => owner !== undefined && owner !== before.id))
    refuse('IDENTITY_TAKEN', 'identities: one opens another account');
  const importedAs = [...(before.importedAs ?? []), ...(given.importedAs ?? [])];
  if (importedAs.length > MOST_ORIGINS) refuse('INVALID_INPUT', 'The account was imported from too many services.');
  const at = now();
  const identities = line.identities
    .filter((_, index) => owners[index] === undefined)
    .map(
      ({ id, ...rest }): Identity => ({
        ...rest,
        ...identityKey(before.tenantId, before.id, id),
        id,
        epoch: before.identityEpoch,
      }),
    );
  const filled: User = {
    ...before,
    name: before.name ?? given.name,
    metadata: requirePlain({ ...given.metadata, ...before.metadata }, 'metadata'),
    passwordHash: before.passwordHash ?? given.passwordHash,
    ...Object.fromEntries(shared.map((kind) => [`${kind}VerifiedAt`, verifiedAt(kind, before, given)])),
    importedAs,
    updatedAt: at,
  };
  const after = identities.length ? withIdentity(filled, at) : filled;
  const fields = [...changedFields(before, after), ...(identities.length ? ['identities'] : [])];
  const writes = [
    importClaimWrite(after, origin),
    ...identities.flatMap((identity) => identityWrites(before.tenantId, before.id, identity, undefined)),
    changeEventsWrite(actor, 'updated', before, after, fields),
  ];
  return { after, writes };
}

/**
 * Whether one person certainly has the address at both services. At the other one, a stranger may have typed it in. Here, the
 * account must have it verified, or be one that an admin made and that nothing opens yet: a stranger who signed up with it
 * would get the identity of its owner, and so would the owner of the account's other address, if that is proved.
 */
const isProved = (kind: AddressKind, before: User, given: User): boolean =>
  given[`${kind}VerifiedAt`] !== null &&
  (before[`${kind}VerifiedAt`] !== null ||
    (standingOf(before, kind) === 'first' &&
      !(before.isUnclaimed || before.passwordHash || before.hasIdentity || before.hasPasskey)));

const verifiedAt = (kind: AddressKind, before: User, given: User): number | null =>
  before[`${kind}VerifiedAt`] ?? given[`${kind}VerifiedAt`];

/** A password is named by its hash: its owner knows it, so no notice of a new one is sent. */
const ADDED = ['name', 'metadata', 'emailVerifiedAt', 'phoneVerifiedAt', 'passwordHash'] as const;
const changedFields = (before: User, after: User): string[] =>
  ADDED.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
