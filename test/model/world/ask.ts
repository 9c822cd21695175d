// Sends the requests of a step. Each belongs to a person with a network and a device. What it sends out arrives at once.
import { now } from '../../../lib/platform/clock.ts';
import { lineageOf } from '../../../lib/platform/ids.ts';
import { freshIp, type Reply } from '../../support/http.ts';
import type * as E from './entities.ts';
import { nameOf, note, personOf, violate, type World } from './world.ts';

export type Request = {
  body?: unknown;
  /** Sent as a form instead of JSON. */
  form?: string;
  /** An access token. */
  token?: string;
  cookie?: string;
  headers?: Record<string, string>;
  /** `fresh`: from a network that no person uses. */
  ip?: 'home' | 'fresh';
};
/** A reply, with the letters and events that its request caused. */
export type Asked = Reply & { messages: E.Message[]; created: { id: string; tenantId: string }[] };

const STOLEN = new Set(['svc.refresh_token_reuse_detected', 'svc.refresh_token_forgery_detected']);

/** Ends the session of this id, and those that took its place. */
export function endLineage(world: World, sid: string, reason: string): void {
  const lineage = lineageOf(sid as never);
  for (const session of world.sessions)
    if (lineageOf(session.sid as never) === lineage) session.ended ??= { reason, at: now() };
}

/** Sends a request in the name of a person and records who asked what, and the response. */
export async function ask(
  world: World,
  by: E.PersonName,
  route: string,
  { body, form, token, cookie, headers, ip = 'home' }: Request = {},
): Promise<Asked> {
  const [method, path] = route.split(' ') as [string, string];
  const person = personOf(world, by);
  const reply = await world.service.send(method, path, {
    ...(body !== undefined && { body }),
    ...(form !== undefined && { raw: form }),
    ip: ip === 'home' ? person.ip : freshIp(),
    headers: {
      'user-agent': ip === 'home' ? person.agent : 'curl/8.5.0',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(cookie !== undefined && { cookie }),
      ...headers,
    },
  });
  world.stage.called.add(`${method} ${path.split('?')[0]}`);
  note(world, `${by}: ${method} ${path} -> ${reply.status} ${reply.status >= 300 ? (reply.body?.code ?? '') : ''}`);
  if (reply.status >= 500) violate(world, 'service.failed', `${route} responded ${reply.status}`);
  const { letters, events } = await world.post.collect();
  const messages = letters.map((letter) => {
    const message: E.Message = { name: nameOf(world, 'message'), ...letter, at: now(), askedBy: by };
    world.messages.push(message);
    return message;
  });
  for (const { event, to } of messages) note(world, `  ${event} arrives at ${to}`);
  for (const { name, detail } of events) if (STOLEN.has(name)) endLineage(world, String(detail.sessionId), name);
  const created = events
    .filter(({ name }) => name === 'svc.user_created')
    .map(({ detail }) => ({ id: detail.userId as string, tenantId: detail.tenantId as string }));
  return Object.assign(reply, { messages, created });
}
