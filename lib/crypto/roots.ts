// Reads what a root secret says of its versions: which one signs, when each became current, which ones are revoked.
// A live credential is good only under a version that was current within the longest life of a session.

/** Each kind is a secret of its own, so that a function can read the keys it needs and no others. */
export const SECRET_KINDS = ['pepper', 'seal', 'session'] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

declare const KIND: unique symbol;

/**
 * The versions of a root secret by number (decimal text), each of at least 32 characters. `current` names the version
 * that new values use; without it, the highest does. A new version is added first and becomes current after every
 * function has read it. `since` has the time at which each version became current, or will (ISO 8601); one without an
 * entry never was, or nothing is known of it. `revoked` names the versions that were stolen.
 */
export type Roots<Kind extends SecretKind = SecretKind> = {
  readonly [version: `${number}`]: string;
  readonly current?: string;
  readonly since?: Readonly<Record<string, string>>;
  readonly revoked?: readonly string[];
  /** Exists for the compiler only, which refuses the roots of another kind. */
  readonly [KIND]?: Kind;
};

const VERSION = /^[1-9][0-9]{0,8}$/;
const FIELDS: readonly string[] = ['current', 'since', 'revoked'];
/** Whether the text may name a version of a root secret. */
export const isVersion = (text: string): boolean => VERSION.test(text);
export const ROOT_CHARACTERS = 32;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;

/**
 * Milliseconds for which a version that is no longer current verifies credentials: the longest absolute lifetime of a
 * session (NIST SP 800-63B AAL1), which no configuration may exceed (lib/platform/settings/config.ts).
 */
export const ACCEPTED_MS = 30 * 86_400_000;
/** Clocks of functions differ by seconds at most. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Returns what is wrong with a parsed root secret, without quoting it; `undefined` if it is valid. An unknown field or
 * version is a mistake: a misspelt `revoked` would revoke nothing.
 */
export function problemIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not an object';
  const names = Object.keys(value).filter((name) => !FIELDS.includes(name));
  if (names.length === 0) return 'it has no version';
  if (!names.every((name) => VERSION.test(name))) return 'it has an unknown field';
  const roots = value as Readonly<Record<string, unknown>>;
  const isRoot = (root: unknown): boolean => typeof root === 'string' && root.length >= ROOT_CHARACTERS;
  if (!names.every((name) => isRoot(roots[name]))) return 'a version is too short';
  const field = (name: string): unknown => (Object.hasOwn(roots, name) ? roots[name] : undefined);
  const [current, since, revoked] = [field('current'), field('since'), field('revoked')];
  if (current !== undefined && !names.includes(current as string)) return 'current names no version';
  if (since !== undefined && !isHistory(since, names)) return 'since must have the time of versions';
  if (revoked !== undefined && !(Array.isArray(revoked) && revoked.every((each) => names.includes(each))))
    return 'revoked must be a list of versions';
  if (isRevoked(value as Roots, currentOf(value as Roots) as string)) return 'the current version is revoked';
  return undefined;
}

function isHistory(since: unknown, names: readonly string[]): boolean {
  if (typeof since !== 'object' || since === null || Array.isArray(since)) return false;
  return Object.entries(since).every(
    ([version, time]) =>
      names.includes(version) && typeof time === 'string' && TIME.test(time) && !Number.isNaN(Date.parse(time)),
  );
}

/** Returns the versions. Throws on a name that is not a plain positive decimal: '01' and '1' would name one key. */
export function versionsOf(roots: Roots): string[] {
  const versions = Object.keys(roots).filter((name) => !FIELDS.includes(name));
  for (const version of versions) if (!VERSION.test(version)) throw new Error('malformed root secret version');
  return versions;
}

/** Returns the version for new values. Throws if there is none, or if `current` names a missing or a revoked one. */
export function currentVersion(roots: Roots): string {
  const version = currentOf(roots);
  if (version === undefined) throw new Error('no current root secret');
  if (isRevoked(roots, version)) throw new Error('the current root secret is revoked');
  return version;
}

function currentOf(roots: Roots): string | undefined {
  const versions = versionsOf(roots);
  const named = Object.hasOwn(roots, 'current') ? roots.current : undefined;
  if (named !== undefined) return versions.includes(named) ? named : undefined;
  return versions.length === 0 ? undefined : highestOf(versions);
}

/** Returns the highest of some versions. Throws if there is none. */
export const highestOf = (versions: readonly string[]): string =>
  versions.reduce((highest, version) => (Number(version) > Number(highest) ? version : highest));

/** Whether the version was stolen: a thief may have made values under it. */
export const isRevoked = (roots: Roots, version: string): boolean => roots.revoked?.includes(version) ?? false;

/** Returns the oldest version, for keys that must not change when a version is added. Throws if there is none. */
export function oldestVersion(roots: Roots): string {
  const versions = versionsOf(roots);
  if (versions.length === 0) throw new Error('no root secret');
  return versions.reduce((lowest, version) => (Number(version) < Number(lowest) ? version : lowest));
}

/** Returns the secret of a version. Own properties only: `__proto__` and `constructor` are not versions. */
export function rootOf(roots: Roots, version: string): string | undefined {
  return VERSION.test(version) && Object.hasOwn(roots, version) ? roots[version as `${number}`] : undefined;
}

/**
 * Returns the version that signs live credentials at `now`: the current one, from the time in `since` on. Until then the
 * version before signs, unless it is revoked, so that every function has read that time when the change comes. `now` in
 * ms. Throws as `currentVersion` does, and on a `now` that is not a number.
 */
export function signingVersion(roots: Roots, now: number): string {
  if (!Number.isFinite(now)) throw new Error('now is required');
  const current = currentVersion(roots);
  const starts = startsOf(roots);
  if (!((starts.get(current) ?? now) > now)) return current;
  const started = [...starts].filter(([version, start]) => start <= now && !isRevoked(roots, version));
  const [latest] = started.sort(([, one], [, other]) => other - one);
  return latest?.[0] ?? current;
}

/**
 * Returns the versions under which a live credential is accepted, the signing one first: those that were current within
 * the last 30 days. Never a revoked version, nor one that was not current yet. In a secret without `since` it is the
 * current one alone, for nothing says when the others were. `now` in ms. Throws as `signingVersion` does.
 */
export function acceptedVersions(roots: Roots, now: number): string[] {
  const signing = signingVersion(roots, now);
  const current = currentVersion(roots);
  const starts = startsOf(roots);
  const others = versionsOf(roots).filter((version) => {
    if (version === signing || isRevoked(roots, version)) return false;
    const time = version === current ? starts.get(version) : endOf(starts, version);
    return time !== undefined && time <= now + CLOCK_SKEW_MS && (version === current || time > now - ACCEPTED_MS);
  });
  return [signing, ...others];
}

/** When each version became current, or will, in ms. */
const startsOf = (roots: Roots): Map<string, number> =>
  new Map(Object.entries(roots.since ?? {}).map(([version, time]) => [version, Date.parse(time)]));

/** When the next version took over from this one, in ms; `undefined` if nothing says so. */
function endOf(starts: ReadonlyMap<string, number>, version: string): number | undefined {
  const start = starts.get(version) ?? Number.POSITIVE_INFINITY;
  const later = [...starts.values()].filter((time) => time > start);
  return later.length > 0 ? Math.min(...later) : undefined;
}
