// Notes what a directory was refused, for the people who connect it. Its changes are in the audit log.
import { now } from '../../platform/clock.ts';
import { followUp } from '../../platform/follow-up.ts';
import { addRefusal, type Refusal } from '../../store/scim/directories.ts';
import type { Caller } from './authenticate.ts';

/** A directory repeats what was refused. An instance notes the same refusal of a connection once a minute. */
const AGAIN_MS = 60_000;
/** Refusals that an instance remembers: about 200 KB. */
const MOST = 1000;
const noted = new Map<string, number>();

/** Notes a refused request of the caller. It never fails the request: a note is lost while the table does not respond. */
export async function noteRefusal({ connection: { id } }: Caller, refusal: Omit<Refusal, 'at'>): Promise<void> {
  const at = now();
  const { method, resource, status, reason } = refusal;
  const same = [id, method, resource, status, reason].join(' ');
  if ((noted.get(same) ?? 0) > at - AGAIN_MS) return;
  if (noted.size >= MOST) noted.clear();
  noted.set(same, at);
  await followUp('a refused request of a directory', addRefusal(id, { at, ...refusal }));
}
