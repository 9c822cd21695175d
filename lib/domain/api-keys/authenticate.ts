// Authenticates requests that show an API key. The right key always works, up to its own limit: refusals are counted by
// network, and strangers cannot lock it out (docs/decisions/0026-what-strangers-can-use-up.md). A key that is mistyped costs
// nothing at all.
import { fail } from '../../contract/errors.ts';
import { readApiKey } from '../../crypto/api-key.ts';
import { now } from '../../platform/clock.ts';
import { followUp } from '../../platform/follow-up.ts';
import type { ApiKeyId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { note } from '../../platform/request-context.ts';
import { storeUse } from '../../store/api-keys.ts';
import * as limits from '../credentials/limits.ts';
import { countUse } from '../credentials/use-limit.ts';
import type { KeyActor } from '../sessions/caller.ts';
import { liveKey } from '../sessions/live-key.ts';

/** Returns whom the key acts for. Throws INVALID_TOKEN, alike for all causes, and RATE_LIMITED. */
export async function authenticateKey(text: string, ip: string): Promise<KeyActor> {
  const id = readApiKey(text)?.id;
  if (!id) return fail('INVALID_TOKEN', { message: 'The API key is not complete, or has a typing error.' });
  const actor = await liveKey(text, ip);
  if (!actor) {
    log.info('api_key_refused', { key: id });
    await limits.consume('client-ip', limits.network(ip));
    return fail('INVALID_TOKEN', { message: 'The API key is not valid here and now.' });
  }
  note({ tenant: actor.tenant.id, actor: actor.owner.id });
  await used(actor);
  return actor;
}

/** Counts a use of the key, and stores the first one of each day. Throws RATE_LIMITED. */
export async function used({ key: { id } }: KeyActor): Promise<void> {
  await countUse(id);
  if (isFirstToday(id)) await followUp('last use of an API key', storeUse(id, now()));
}

const DAY_MS = 86_400_000;
const MOST = 10_000;
/** Key -> the day of which this function has stored a use. The table refuses a second one of the same day. */
const days = new Map<ApiKeyId, number>();

function isFirstToday(id: ApiKeyId): boolean {
  const day = Math.floor(now() / DAY_MS);
  if (days.get(id) === day) return false;
  if (days.size >= MOST) days.clear();
  days.set(id, day);
  return true;
}
