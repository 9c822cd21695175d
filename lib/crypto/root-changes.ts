// Changes a root secret: the next version of a rotation, and new versions after a theft. No version is ever removed:
// passwords of users who do not return are peppered with it.
import { currentVersion, highestOf, isRevoked, type Roots, rootOf, versionsOf } from './roots.ts';

/**
 * Returns the roots after a rotation: `root` is added as the pending version, and the previous pending version (the
 * highest) becomes current at `from`, unless it is revoked. No version is removed. `madeAt` is when the given roots were
 * stored: the current version is at least that old, if they do not say since when it is current. Times in ms. Throws as
 * `currentVersion` does.
 */
export function nextRoots(roots: Roots, root: string, from: number, madeAt: number): Roots {
  const before = currentVersion(roots);
  const highest = highestOf(versionsOf(roots));
  const current = isRevoked(roots, highest) ? before : highest;
  const since = {
    [before]: iso(madeAt),
    ...roots.since,
    ...(current !== before && { [current]: iso(from) }),
  };
  return { ...roots, [String(Number(highest) + 1)]: root, current, since };
}

/**
 * Returns the roots after a theft: all versions are revoked, `fresh` is current at once, and `pending` is published for
 * the next rotation. Pepper and sealing keep reading the old versions. `now` in ms.
 */
export function replacedRoots(roots: Roots, fresh: string, pending: string, now: number): Roots {
  const versions = versionsOf(roots);
  const next = Number(highestOf(versions)) + 1;
  return {
    ...roots,
    [String(next)]: fresh,
    [String(next + 1)]: pending,
    current: String(next),
    since: { ...roots.since, [String(next)]: iso(now) },
    revoked: versions,
  };
}

/** Whether `next` keeps every version and everything that is known of them. */
export function keepsAll(roots: Roots, next: Roots): boolean {
  return (
    versionsOf(roots).every((version) => rootOf(next, version) === rootOf(roots, version)) &&
    Object.entries(roots.since ?? {}).every(([version, time]) => next.since?.[version] === time) &&
    (roots.revoked ?? []).every((version) => isRevoked(next, version))
  );
}

const iso = (ms: number): string => new Date(ms).toISOString();
