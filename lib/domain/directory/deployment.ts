// Shows admins what runs here: version, settings, limits, the age of the signing keys, and whether the watch is alive.
import type { Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { describeDeployment } from '../../platform/settings/deployment.ts';
import { findLastBeat } from '../../store/heartbeat.ts';
import { findPublic } from '../../store/signing-keys.ts';

/** Returns the deployment, without secrets. Reads the public parts of the keys only. */
export async function deployment(): Promise<Reply<'GET /auth/admin/api/deployment'>> {
  const [published, lastBeat] = await Promise.all([findPublic(), findLastBeat()]);
  return {
    ...describeDeployment(),
    signingKeys: (published?.keys ?? []).map(({ jwk, until, state, createdAt }) => ({
      kid: String(jwk.kid),
      algorithm: String(jwk.alg),
      state,
      createdAt: iso(createdAt),
      expiresAt: iso(until),
    })),
    lastHeartbeatAt: iso(lastBeat),
    checkedAt: iso(now()),
  };
}
