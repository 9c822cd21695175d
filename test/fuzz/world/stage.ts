// Adds to the stage what rounds need besides: the permissions of all resources.

import { RESOURCE_NAMES } from '../../../infra/routes.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { HOUR } from '../../support/api.ts';
import { permissionsOf } from '../../support/resources.ts';
import * as shared from '../../world/stage.ts';

export { PROVIDER } from '../../world/stage.ts';
export const PERMISSIONS = ['users.invite', ...permissionsOf(RESOURCE_NAMES)];

export type Stage = shared.Stage & {
  /** What every round needs, so that no drawn request may name it: the first admin and the permissions. */
  shared: readonly string[];
  /** The ids of the tenants of earlier rounds: no later reply may name them. */
  earlier: Set<string>;
  /** Prepares the next round: the windows of limits are over. */
  clear: () => void;
};

export async function startStage(): Promise<Stage> {
  const stage = await shared.startStage('error');
  const { service, maker } = stage;
  const permissions = await maker.permissions(PERMISSIONS);
  return {
    ...stage,
    shared: [service.adminLogin.email, ...permissions, (await maker.asRoot('GET', 'me')).id],
    earlier: new Set(),
    clear: () => advance(HOUR + 60_000),
  };
}
