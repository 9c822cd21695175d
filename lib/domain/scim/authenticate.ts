// Authenticates directories by the token of their connection, or by an access token that they got for it. Which of these is wrong, the
// reply does not say: the token, its connection, the connection in the path.
import { readScimToken } from '../../crypto/scim-token.ts';
import { digest, sameSecret } from '../../crypto/secrets.ts';
import { now } from '../../platform/clock.ts';
import { followUp } from '../../platform/follow-up.ts';
import { type ScimConnectionId, scimConnectionId, tenantOfScimConnection } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { note } from '../../platform/request-context.ts';
import { ScimError } from '../../scim/errors.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { asScimConnection, type ScimConnection, scimConnectionKey, storeUse } from '../../store/scim/connections.ts';
import { headFrom, headKey } from '../../store/tenants/tenants.ts';
import type { ScimActor } from '../audit.ts';
import * as limits from '../credentials/limits.ts';
import { countUse } from '../credentials/use-limit.ts';
import { isOfNow } from '../still-counts.ts';
import { openAccessToken, type Shown } from './access-tokens.ts';

type Head = NonNullable<Awaited<ReturnType<typeof headFrom>>>;
/** A connection whose token was shown, its tenant, and the actor of its changes. */
export type Caller = Readonly<{ connection: ScimConnection; tenant: Head; by: ScimActor }>;

/** Its last use is noted once in this time. */
export const NOTED_MS = 3_600_000;
const BEARER = /^Bearer +([\w.-]{1,512}) *$/i;

const refused = (): ScimError =>
  new ScimError(401, 'The token is missing or not valid.', undefined, { 'www-authenticate': 'Bearer' });

/**
 * Returns the caller. `authorization`: the headers of that name. `path`: the id of the connection in the path. Throws a 401, a 403 for a
 * connection that is paused, and RATE_LIMITED. One read, and none for a token that is mistyped, expired or of another connection.
 */
export async function authenticate(authorization: readonly string[], path: string, ip: string): Promise<Caller> {
  const [, text = ''] = authorization.length === 1 ? (BEARER.exec(authorization[0] ?? '') ?? []) : [];
  const shown = shownIn(text) ?? (await openAccessToken(text));
  if (shown?.id !== path) throw refused();
  const caller = await findCaller(shown);
  if (!caller) {
    await countRefusal(shown.id, ip);
    throw refused();
  }
  const { connection } = caller;
  await countUse(connection.id);
  if ((connection.lastUsedAt ?? 0) < now() - NOTED_MS)
    await followUp('last use of a SCIM connection', storeUse(connection, now()));
  if (connection.isPaused) throw new ScimError(403, 'The connection is paused.');
  return caller;
}

/** Returns the connection that a token names, and the digest of its secret; `undefined` for a mistyped one and for any other text. */
export function shownIn(text: string): Shown | undefined {
  const token = readScimToken(text);
  const id = scimConnectionId(token?.id);
  return token && id ? { id, digest: digest(token.secret) } : undefined;
}

/** Returns the caller whose secret this is; `undefined` if it has ended, or the connection or its tenant has. One read. */
export async function findCaller({ id, digest: sent }: Shown): Promise<Caller | undefined> {
  const tenantId = tenantOfScimConnection(id);
  const [item, headItem] = await getMany([scimConnectionKey(id), headKey(tenantId)]);
  const connection = asScimConnection(item);
  const isRight = connection?.secrets.some((each) => sameSecret(each.digest, sent) && isLive(each));
  const tenant = isRight ? await headFrom(tenantId, headItem) : undefined;
  if (!connection || tenant?.status !== 'active') return undefined;
  note({ tenant: tenantId, actor: id });
  return { connection, tenant, by: { connection: { id } } };
}

/** Counts a wrong secret. Throws RATE_LIMITED after many of one network. Returns how many there were. */
export async function countRefusal(connection: ScimConnectionId, ip: string): Promise<number> {
  log.info('scim_token_refused', { connection });
  return (await limits.consume('client-ip', limits.network(ip))).count;
}

/** Whether the token of a secret works: it has not ended, and is not of before a restore. */
export const isLive = ({ createdAt, endsAt }: ScimConnection['secrets'][number]): boolean =>
  isOfNow(createdAt) && (endsAt === null || endsAt > now());
