// Shows a user of a directory as SCIM has it, and compares the versions that clients name.
import { iso } from '../../platform/clock.ts';
import { ScimError } from '../../scim/errors.ts';
import { ALL, bodyOf, type Selection } from '../../scim/resource.ts';
import { USER_TYPE } from '../../scim/schema.ts';
import type { Attributes, Value } from '../../scim/values.ts';
import type { User } from '../../store/people/users.ts';
import type { ScimConnection } from '../../store/scim/connections.ts';
import type { ScimUser } from '../../store/scim/users.ts';
import { attributesOf } from './account.ts';
import { baseOf } from './address.ts';

/** All that is known of a user: what the directory says, and the account. */
export type Known = { view: ScimUser; user: User };

/** The entity tag: it changes with what the directory says, and with the account. */
export const versionOf = ({ view, user }: Known): string => `W/"${view.version}.${user.version}.${user.epoch}"`;

/** Returns all attributes of a user, those that clients may not set included. */
export function shownOf(connection: Pick<ScimConnection, 'id'>, known: Known): Attributes {
  const { view, user } = known;
  const meta = new Map([
    ['resourceType', USER_TYPE.name],
    ['created', iso(view.createdAt)],
    ['lastModified', iso(Math.max(view.updatedAt, user.updatedAt))],
    ['location', `${baseOf(connection)}/Users/${user.id}`],
    ['version', versionOf(known)],
  ]);
  return new Map<string, Value>([['id', user.id], ...attributesOf(view, user), ['meta', meta]]);
}

export const userBody = (connection: Pick<ScimConnection, 'id'>, known: Known, selection: Selection = ALL) =>
  bodyOf(USER_TYPE, shownOf(connection, known), selection);

/** Throws a 412 unless one of the tags in `If-Match` is the version (RFC 7644, 3.14). Without the header, nothing is compared. */
export function requireVersion(sent: readonly string[], version: string): void {
  if (sent.length && !isOneOf(sent, version)) throw new ScimError(412, 'The resource has another version by now.');
}

/** Whether one of the tags is the version. Clients write weak tags as strong ones. */
export function isOneOf(sent: readonly string[], version: string): boolean {
  const tags = sent.flatMap((line) => line.split(',')).map((each) => each.trim().replace(/^W\//i, ''));
  return tags.some((each) => each === '*' || each === version.replace(/^W\//, ''));
}
