// Returns the contents of the inbox as JSON, and single e-mails as HTML.
import { randomUUID } from 'node:crypto';
import type { Queue } from '../aws/queue.ts';
import type { Outbound } from '../aws/sent-messages.ts';
import { json, type PageReply, type PageRequest, refusal, reply } from './page.ts';

/** Counters start over with each run, so the ETags of another run must not match. */
const RUN = randomUUID();

/** Newest first, only those to `?to=` if given. Responds 304 while nothing is new, so that polling is cheap. */
export function inboxMessages({ headers, query }: PageRequest, outbound: Outbound, queue: Queue): PageReply {
  const dead = String(queue.deadLetters().length);
  const etag = `"${RUN}-${outbound.version()}-${dead}"`;
  const about = { etag, 'x-dead-letters': dead };
  if (headers['if-none-match'] === etag) return reply(304, 'application/json', '', about);
  return json(outbound.messages(query.get('to') ?? undefined), about);
}

/**
 * Returns the HTML of an e-mail as a separate document without any rights: no scripts, no forms, no loading, an opaque
 * origin. Links open in a new tab.
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
