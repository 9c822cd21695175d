// Creates tenants with a user who may do everything to the example resources.
import { giveRoles } from '../../support/api.ts';
import { newPermission, newRole } from '../../support/grants.ts';
import type { Reply, Send } from '../../support/http.ts';
import { bearer, type Service } from '../../support/service.ts';
import type { Call } from './request.ts';

const RIGHTS = ['read', 'create', 'update', 'delete', 'trash'];
export const NAMES = ['projects', 'tasks'].flatMap((name) => RIGHTS.map((right) => `${name}.${right}`));

export type Member = {
  api: (method: string, path: string, body?: unknown) => Promise<Reply>;
  send: (call: Call) => Promise<Reply>;
};

/** Creates the permissions of the example resources. Call it once for a service. */
export async function createPermissions(service: Service): Promise<void> {
  for (const name of NAMES) await newPermission(service, { name });
}

/** Signs a user up in a new tenant, with a role that has all permissions of the example resources. */
export async function newMember(service: Service): Promise<Member> {
  const user = await service.signup(await service.tenant());
  const { id } = await newRole(service, { tenantId: user.tenant.id, permissions: NAMES });
  await giveRoles(user, [id]);
  const call = (method: string, path: string, more: Send) =>
    service.send(method, path, { ...more, headers: { ...bearer(user.tokens), ...more.headers } });
  return {
    api: (method, path, body) => call(method, path, body === undefined ? {} : { body }),
    send: ({ method, path, body, headers = {} }) =>
      call(method, path, body === undefined ? { headers } : { body, headers }),
  };
}

/** Runs `each` for all members of a list, `width` at a time. The results are in the order of the list. */
export async function inParallel<T, R>(
  all: readonly T[],
  width: number,
  each: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) results[at] = await each(all[at]!, at);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
