// What the inbox shows, as data.
import { randomUUID } from 'node:crypto';
import type { Queue } from '../aws/queue.ts';
import type { Outbound } from '../aws/sent-messages.ts';
import { json, type PageReply, type PageRequest, refusal, reply } from './page.ts';

/** Counters begin anew with each run; tags of another one must not match. */
const RUN = randomUUID();

/** Newest first, those to `?to=` only. Answers 304 while nothing is new, so that asking again and again costs little. */
export function inboxMessages({ headers, query }: PageRequest, outbound: Outbound, queue: Queue): PageReply {
  const dead = String(queue.deadLetters().length);
  const etag = `"${RUN}-${outbound.version()}-${dead}"`;
  const about = { etag, 'x-dead-letters': dead };
  if (headers['if-none-match'] === etag) return reply(304, 'application/json', '', about);
  return json(outbound.messages(query.get('to') ?? undefined), about);
}

/**
 * The HTML of an e-mail as a document of its own, which may do nothing: no script, no form, nothing loaded, an origin that
 * is nobody's. Links open in a new tab.
 */
export function messageHtml(outbound: Outbound, id: string | null): PageReply {
  const message = outbound.messages().find((each) => each.id === id);
  if (!message?.html) return refusal('ROUTE_NOT_FOUND');
  const target = '<base target="_blank">';
  const head = /<head[^>]*>/i;
  const body = head.test(message.html) ? message.html.replace(head, `$&${target}`) : `${target}${message.html}`;
  return reply(200, 'text/html', body, {
    'content-security-policy': [
      'sandbox allow-popups allow-popups-to-escape-sandbox',
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      'img-src data:',
      "form-action 'none'",
      "frame-ancestors 'self'",
    ].join('; '),
  });
}
