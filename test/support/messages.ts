// Reads what messages carry where the mailer reads it: on the bus. Meant for tests of operations; tests of messages
// read the inbox.
import { unseal } from '../../lib/crypto/seal.ts';
import { rootSecret } from '../../lib/platform/aws/secrets.ts';
import type { Service } from './service.ts';
import { PATIENCE_MS } from './until.ts';

// biome-ignore lint/suspicious/noExplicitAny: what came back is what tests look into
type Detail = any;

/** Details of events of this kind to this address, newest first, once there are `count`. */
export async function messagesTo(service: Service, name: string, to: string, count = 1): Promise<Detail[]> {
  for (const started = Date.now(); ; ) {
    const events = service.local.events() as { detailType: string; detail: Detail }[];
    const found = events
      .filter(({ detailType, detail }) => detailType === name && (detail.to ?? detail.email ?? detail.phone) === to)
      .map(({ detail }) => detail);
    if (found.length >= count || Date.now() - started > PATIENCE_MS) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Opens the sealed part of a message: a token, or the JSON of a code. */
export const opened = async (id: string, sealed: string): Promise<string> =>
  unseal(await rootSecret('seal'), `message|${id}`, sealed);

/** The code of the newest of `count` messages. */
export async function codeTo(service: Service, name: string, to: string, count = 1): Promise<string> {
  const [detail] = await messagesTo(service, name, to, count);
  if (!detail) throw new Error(`no ${name} to ${to}`);
  return JSON.parse(await opened(detail.id, detail.sealed)).code;
}

/** The token of the newest of `count` invitations of an admin. */
export async function adminTokenTo(service: Service, to: string, count = 1): Promise<string> {
  const [detail] = await messagesTo(service, 'svc.admin_invited', to, count);
  if (!detail) throw new Error(`no invitation to ${to}`);
  return opened(detail.id, detail.sealed);
}

/** The code of the newest of `count` messages to an admin who was locked out. */
export async function adminCodeTo(service: Service, to: string, count = 1): Promise<string> {
  const [detail] = await messagesTo(service, 'svc.admin_code_requested', to, count);
  if (!detail) throw new Error(`no code to ${to}`);
  return opened(detail.id, detail.sealed);
}

/** A code of six digits that isn't this one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
