// Adds to the stage what cases need besides. Each case gets tenants, people and addresses of its own on it, so that cases
// do not see each other's limits.

import { PEPPER_SECRET, SEAL_SECRET, SESSION_SECRET } from '../../../infra/tools/local/secrets.ts';
import type { Roots } from '../../../lib/crypto/roots.ts';
import { forgetSecrets } from '../../../lib/platform/aws/secrets.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { config } from '../../../lib/platform/settings/config.ts';
import { erase } from '../../../lib/store/dynamo/table.ts';
import { keyRing, publicKeys } from '../../../lib/store/keys.ts';
import { HOUR } from '../../support/api.ts';
import * as shared from '../../world/stage.ts';

export { PROVIDER } from '../../world/stage.ts';
export const HOME = 'https://app.example.com/signed-in';
export const ROOT_SECRETS = [PEPPER_SECRET, SEAL_SECRET, SESSION_SECRET] as const;

export type Stage = shared.Stage & {
  /** A role with `users.invite`, of no tenant. */
  inviterRole: string;
  /** Methods and paths that were requested. */
  called: Set<string>;
  /** The root secret of sessions. */
  sessionRoots: () => Roots<'session'>;
  /** Prepares the next case: the first root secrets, and windows of limits that all tenants share are over. */
  clear: () => Promise<void>;
};

export async function startStage(): Promise<Stage> {
  const stage = await shared.startStage('none');
  const { service, maker } = stage;
  const permissions = ['users.invite'];
  await maker.permissions(permissions);
  const call = (name: string, input: object): { SecretString: string } =>
    (service.local.secretsManager.operations[name] as never as (input: object) => { SecretString: string })(input);
  const read = (SecretId: string) => call('GetSecretValue', { SecretId }).SecretString;
  const first = ROOT_SECRETS.map(read);
  return {
    ...stage,
    inviterRole: (await maker.role({ name: 'Inviter', permissions })).id,
    called: new Set(),
    sessionRoots: () => JSON.parse(read(SESSION_SECRET)),
    clear: async () => {
      // Longer than any window that tenants share, and than functions cache a secret or the signing keys.
      advance(HOUR + 60_000);
      (config() as { sessionsSince: number }).sessionsSince = 0;
      if (ROOT_SECRETS.every((name, at) => read(name) === first[at])) return;
      ROOT_SECRETS.forEach((SecretId, at) => void call('PutSecretValue', { SecretId, SecretString: first[at] }));
      // They were sealed under a version that is gone. The next token makes new ones.
      await Promise.all([erase(keyRing), erase(publicKeys)]);
      forgetSecrets();
    },
  };
}

/** Ends every session from before now, as an operator does with GATEHOUSE_SESSIONS_SINCE and a restart. */
export function cutSessions(at: number): void {
  (config() as { sessionsSince: number }).sessionsSince = at;
}
