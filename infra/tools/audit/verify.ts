// Verifies an export of the audit log, line by line, without the service and without any key.
import { type Link, linkHash, personalHash, sha256 } from '../../../lib/crypto/audit-chain.ts';

export type Anchor = { shard: number; seq: number; hash: string };
/** A line of an export. */
export type Line = Link & {
  hash: string;
  entry: string | null;
  personal: { salt: string; values: string } | null;
};

/**
 * `forged`: something was changed. `dropped`: something is missing in between, or an entry that must still be kept.
 * `erased`: personal data is missing, and the chain has no entry of its erasure. `reordered`: a link is not at its place, or is there twice. `truncated`: the end that an anchor proves is missing.
 */
export type Kind = 'forged' | 'dropped' | 'reordered' | 'truncated' | 'malformed' | 'erased';
export type Finding = { kind: Kind; shard: number; seq: number; text: string };
export type Report = {
  links: number;
  /** Links whose entry is there, and of these, those whose personal data is there. */
  entries: number;
  personal: number;
  findings: Finding[];
  /** What is no fault, but the reader should know. */
  notes: string[];
};

/** `user.erased` in lib/store/outbox.ts. */
const ERASED = 'user.erased';

/** What is verified: an export, or the archive, which never has personal data. */
export type Source = 'export' | 'archive';

/** Verifies the lines of an export, in their order. `anchors`: kept elsewhere. `at`: when it was exported, ms. */
export async function verify(
  lines: AsyncIterable<string> | Iterable<string>,
  anchors: readonly Anchor[] = [],
  at = Date.now(),
  source: Source = 'export',
): Promise<Report> {
  const { add, end } = startVerification(anchors, at, source);
  for await (const line of lines) add(line);
  return end();
}

/** Takes the lines of an export one after the other, then reports. */
export function startVerification(anchors: readonly Anchor[], at: number, source: Source = 'export') {
  const report: Report = { links: 0, entries: 0, personal: 0, findings: [], notes: [] };
  const ends = new Map<number, End>();
  const ids = new Set<string>();
  const erased = new Set<string>();
  /** Entries without their personal data, and the users whose erasure explains it. */
  const incomplete: { shard: number; seq: number; users: string[] }[] = [];
  // Two that disagree about a link are both checked: one of them finds the fork.
  const open = Map.groupBy(anchors, ({ shard, seq }) => `${shard}/${seq}`);

  const add = (text: string): void => {
    if (text.trim() === '') return;
    report.links++;
    const line = parse(text);
    if (!line) {
      report.findings.push({ kind: 'malformed', shard: -1, seq: report.links, text: 'the line is no link' });
      return;
    }
    const { shard, seq, hash } = line;
    const find = (kind: Kind, why: string) => void report.findings.push({ kind, shard, seq, text: why });
    const before = ends.get(shard);
    checkPlace(line, before, find);
    const users = checkContent(line, at, find);
    if (users && source === 'export') incomplete.push({ shard, seq, users });
    if (line.action === ERASED) erased.add(line.targetId);
    if (ids.has(line.id)) find('reordered', `the entry ${line.id} is there twice`);
    ids.add(line.id);
    if (open.get(`${shard}/${seq}`)?.some((anchor) => anchor.hash !== hash))
      find('forged', 'the anchor has another hash');
    open.delete(`${shard}/${seq}`);
    if (line.entry !== null) report.entries++;
    if (line.personal !== null) report.personal++;
    ends.set(shard, { first: before?.first ?? seq, seq, hash, recordedAt: line.recordedAt });
  };

  const end = (): Report => {
    for (const [{ shard, seq }] of open.values() as Iterable<[Anchor]>)
      report.findings.push(missing(shard, seq, ends.get(shard)));
    for (const { shard, seq, users } of incomplete) {
      if (!users.some((user) => erased.has(user)))
        report.findings.push({ kind: 'erased', shard, seq, text: UNEXPLAINED });
    }
    for (const [shard, { first }] of ends) {
      if (first > 1) report.notes.push(`shard ${shard} begins with ${first}: what is before it cannot be checked`);
    }
    return report;
  };
  return { add, end };
}

const UNEXPLAINED =
  'its personal data is missing, and no entry says that a user was erased. If one was deleted during the export, export again';

type End = { first: number; seq: number; hash: string; recordedAt: string };
type Add = (kind: Kind, text: string) => void;

/** Checks that the link follows the one before it. */
function checkPlace(line: Line, end: End | undefined, add: Add): void {
  if (linkHash(line) !== line.hash) add('forged', 'the hash of the link is not that of its content');
  if (!end) {
    if (line.seq === 1 && line.prev !== '') add('forged', 'the first link has a predecessor');
    return;
  }
  if (line.seq > end.seq + 1) add('dropped', `${line.seq - end.seq - 1} links are missing before it`);
  else if (line.seq <= end.seq) add('reordered', `it comes after ${end.seq}`);
  else if (line.prev !== end.hash) add('forged', 'the link before it has another hash');
  if (line.recordedAt < end.recordedAt) add('reordered', 'it was recorded before the link that precedes it');
}

/**
 * Checks that the entry is the one that was linked. Returns the users whom it concerns if its personal data is missing: it
 * goes with any of them.
 */
function checkContent(line: Line, at: number, add: Add): string[] | undefined {
  const { entry, personal, content, keptUntil } = line;
  if (entry === null) {
    if (Date.parse(keptUntil) > at) add('dropped', `its entry is missing, although it is kept until ${keptUntil}`);
    return undefined;
  }
  if (sha256(entry) !== content) {
    add('forged', 'the entry is not the one that was linked');
    return undefined;
  }
  const body = JSON.parse(entry);
  const known = [body.id, body.occurredAt, body.tenantId, body.target.id, body.actor.id, body.action];
  const linked = [line.id, line.occurredAt, line.tenantId, line.targetId, line.actorId, line.action];
  if (known.some((each, index) => each !== linked[index])) add('forged', 'the link is about another entry');
  if (personal && personalHash(personal.salt, personal.values) !== body.personal)
    add('forged', 'the personal data is not the one that was recorded');
  if (personal || body.personal === null) return undefined;
  return [body.target, body.actor].flatMap(({ type, id }) => (type === 'user' ? [id] : []));
}

function missing(shard: number, seq: number, end: End | undefined): Finding {
  if (end && seq < end.first)
    return { kind: 'dropped', shard, seq, text: 'an anchor proves it, but the export begins later' };
  return {
    kind: 'truncated',
    shard,
    seq,
    text: `an anchor proves it, but the export ends with ${end?.seq ?? 'nothing'}`,
  };
}

/** Returns the link of a line, or `undefined` if it is none. */
function parse(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Partial<Line>;
    const isLink = Number.isInteger(line.shard) && Number.isInteger(line.seq) && typeof line.hash === 'string';
    return isLink ? (line as Line) : undefined;
  } catch {
    return undefined;
  }
}
