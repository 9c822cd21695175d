// Checks the audit log against the changes that it is about: at rest, each has one entry and one link of the chain, the
// chain is whole, and nothing personal is kept of users who are gone.
import { startVerification } from '../../../infra/tools/audit/verify.ts';
import { linesOf } from '../../../lib/domain/audit-log/chain-pages.ts';
import { fromAdminSession, fromOutbox, fromSession } from '../../../lib/domain/audit-log/new-entry.ts';
import { userId } from '../../../lib/platform/ids.ts';
import type { AdminSession } from '../../../lib/store/admins/admins.ts';
import { asEntry, type Block, type EntryItem, linkOf } from '../../../lib/store/audit/audit-log.ts';
import { auditEntry, userOfSession } from '../../../lib/store/keys.ts';
import type { OutboxItem } from '../../../lib/store/outbox.ts';
import type { Session } from '../../../lib/store/people/sessions.ts';
import type { Complain, World } from './recount.ts';

export function auditLog({ at, of, users }: World, complain: Complain, now: number): void {
  const entries = of<EntryItem>('audit-entry');
  const links = new Map<string, number>();
  const { add, end } = startVerification([], now);
  for (const block of of<Block>('audit-block').sort((a, b) => (`${a.pk}${a.sk}` < `${b.pk}${b.sk}` ? -1 : 1))) {
    const refs = block.links.map(linkOf);
    for (const { id } of refs) links.set(id, (links.get(id) ?? 0) + 1);
    const items = refs.map((ref) => {
      const { pk, sk } = auditEntry(ref.tenantId, ref.targetId, ref.occurredAt, ref.id);
      return asEntry(at(pk, sk));
    });
    for (const line of linesOf(block, items)) add(JSON.stringify(line));
  }
  for (const { kind, shard, seq, text } of end().findings) complain('audit', `${kind} ${shard}/${seq}: ${text}`);

  const known = new Set<string>();
  for (const { pk, sk, personal } of entries) {
    const id = sk.slice(10);
    if (known.has(id)) complain('audit', `${id} has two entries`);
    known.add(id);
    if (links.get(id) !== 1) complain('audit', `${id} has ${links.get(id) ?? 0} links`);
    const target = userId(pk.slice(pk.lastIndexOf('#') + 1));
    if (target && !users.has(target) && personal !== undefined) complain('audit', `${pk} ${sk} is not erased`);
  }
  for (const mention of of<{ of: string }>('audit-mention')) {
    if (!at(mention.of, mention.sk)) complain('audit', `${mention.pk} ${mention.sk} mentions what is not there`);
  }

  const must = (id: string | undefined, why: string) => {
    if (id !== undefined && !known.has(id)) complain('audit', `${why} is not recorded`);
  };
  for (const item of of<OutboxItem>('outbox')) must(fromOutbox(item as OutboxItem)?.body.id, `${item.pk}`);
  for (const item of of<AdminSession>('admin-session')) {
    must(fromAdminSession(item as AdminSession).body.id, `${item.pk} ${item.sk}`);
  }
  for (const item of of<Session>('session')) {
    const user = userId(userOfSession(item) ?? '');
    // What it was before it was refreshed, and what it continued, the table does not tell.
    const isFirst = item.gen === 1 && item.createdAt === item.rotatedAt && item.before === null;
    if (user && isFirst) must(fromSession(user, item as Session, undefined)?.body.id, `${item.pk} ${item.sk}`);
  }
}
