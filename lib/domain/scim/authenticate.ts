// Authenticates the requests of directories by the token of their connection. Which of these is wrong, the reply does not say: the
// token, its connection, the connection in the path.
import { readScimToken } from '../../crypto/scim-token.ts';
import { digest, sameSecret } from '../../crypto/secrets.ts';
import { now } from '../../platform/clock.ts';
import { followUp } from '../../platform/follow-up.ts';
import { scimConnectionId, tenantOfScimConnection } from '../../platform/ids.ts';
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

type Head = NonNullable<Awaited<ReturnType<typeof headFrom>>>;
/** A connection whose token was shown, its tenant, and the actor of its changes. */
export type Caller = Readonly<{ connection: ScimConnection; tenant: Head; by: ScimActor }>;

const HOUR_MS = 3_600_000;
const BEARER = /^Bearer +([\w-]{1,256}) *$/i;

const refused = (): ScimError =>
  new ScimError(401, 'The token is missing or not valid.', undefined, { 'www-authenticate': 'Bearer' });

/**
 * Returns the caller. `authorization`: the headers of that name. `path`: the id of the connection in the path. Throws a 401, a 403 for a
 * connection that is paused, and RATE_LIMITED. One read, and none for a token that is mistyped or of another connection.
 */
export async function authenticate(authorization: readonly string[], path: string, ip: string): Promise<Caller> {
  const [, text = ''] = authorization.length === 1 ? (BEARER.exec(authorization[0] ?? '') ?? []) : [];
  const token = readScimToken(text);
  const id = scimConnectionId(token?.id);
  if (!token || !id || id !== path) throw refused();
  const tenantId = tenantOfScimConnection(id);
  const [item, headItem] = await getMany([scimConnectionKey(id), headKey(tenantId)]);
  const connection = asScimConnection(item);
  const hash = digest(token.secret);
  const isRight = connection?.secrets.some((each) => sameSecret(each.digest, hash) && isLive(each));
  const tenant = isRight ? await headFrom(tenantId, headItem) : undefined;
  if (!connection || tenant?.status !== 'active') {
    log.info('scim_token_refused', { connection: id });
    await limits.consume('client-ip', limits.network(ip));
    throw refused();
  }
  note({ tenant: tenantId, actor: id });
  await countUse(id);
  if ((connection.lastUsedAt ?? 0) < now() - HOUR_MS)
    await followUp('last use of a SCIM connection', storeUse(connection, now()));
  if (connection.isPaused) throw new ScimError(403, 'The connection is paused.');
  return { connection, tenant, by: { connection: { id } } };
}

/** Whether the token of a secret works: it has not ended, and is not of before a restore. */
export const isLive = ({ createdAt, endsAt }: ScimConnection['secrets'][number]): boolean =>
  isOfNow(createdAt) && (endsAt === null || endsAt > now());
