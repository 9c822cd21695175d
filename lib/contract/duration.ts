// Says how long to wait: the one place that chooses the unit.

/** Seconds of each unit, the largest first. */
export const UNITS = { day: 86_400, hour: 3600, minute: 60, second: 1 };
export type Unit = keyof typeof UNITS;

/** Returns the amount and its unit, rounded up: 14 minutes rather than 833 seconds. */
export function durationOf(seconds: number): [number, Unit] {
  const unit = (Object.keys(UNITS) as Unit[]).find((each) => seconds >= 2 * UNITS[each]) ?? 'second';
  return [Math.ceil(seconds / UNITS[unit]) || 1, unit];
}

/** Returns "in 14 minutes" in the language, with the form that its number needs. */
export const inDuration = (seconds: number, language: string): string =>
  new Intl.RelativeTimeFormat(`${language}-u-nu-latn`).format(...durationOf(seconds));
