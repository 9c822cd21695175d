// Hashes the entries of the audit log and chains them. The service and `npm run audit:verify` use the same functions, and
// neither needs a key: whoever keeps an anchor elsewhere can check everything before it.
import { createHash } from 'node:crypto';

/**
 * Returns the value as canonical JSON (RFC 8785): members sorted by their UTF-16 code units, no white space, numbers and
 * strings as ECMAScript writes them. Members that are `undefined` are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, each]) => each !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Returns SHA-256 of the UTF-8 text, as base64url. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('base64url');

/**
 * Returns the hash of an entry's personal data. The salt keeps a reader from guessing the data, such as an address, once
 * both are erased.
 */
export const personalHash = (salt: string, values: string): string => sha256(`${salt}.${values}`);

/** What the hash of a link covers. Times are ISO 8601. */
export type Link = {
  shard: number;
  /** The number of the entry in its shard, from 1. */
  seq: number;
  /** The hash of the link before it; empty for the first one. */
  prev: string;
  recordedAt: string;
  /** The entry itself may be gone from then on. */
  keptUntil: string;
  id: string;
  occurredAt: string;
  tenantId: string | null;
  targetId: string;
  actorId: string | null;
  action: string;
  /** `sha256` of the entry. */
  content: string;
};

/** Returns the hash of a link. Other members of the object are not covered. */
export function linkHash(link: Link): string {
  const { shard, seq, prev, recordedAt, keptUntil, id, occurredAt, tenantId, targetId, actorId, action, content } =
    link;
  return sha256(
    canonicalJson({
      shard,
      seq,
      prev,
      recordedAt,
      keptUntil,
      id,
      occurredAt,
      tenantId,
      targetId,
      actorId,
      action,
      content,
    }),
  );
}
