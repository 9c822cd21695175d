// Decides whether a request reaches into the other tenant by right: what it opens there is no leak.

import type { Intent } from './draw/intent.ts';
import { type Draft, targetOf } from './request.ts';

/** Everything that the request says. */
export const said = (draft: Draft): string =>
  `${targetOf(draft)} ${JSON.stringify(draft.headers)} ${draft.body?.toString() ?? ''}`;

/**
 * Returns how a caller of a tenant reaches another one: by a `credential` from there, or as a stranger by naming the
 * `tenant` in a public operation. `undefined`: it does not.
 */
export function abroad({ context, operation }: Intent, draft: Draft): 'credential' | 'tenant' | undefined {
  const { caller, world, used } = context;
  const { side } = caller;
  if (side === 'admin') return undefined;
  if (used.some((known) => known.isSecret && known.side !== side)) return 'credential';
  const { id, slug } = world.tenants[side === 'a' ? 'b' : 'a'];
  const text = said(draft);
  return operation.access === 'public' && (text.includes(id) || text.includes(slug)) ? 'tenant' : undefined;
}
