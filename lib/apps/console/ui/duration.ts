// Durations as people choose them: an amount and its unit, in two inputs.
import { UNITS, type Unit } from '../../../contract/duration.ts';

export { UNITS, type Unit };
export const units = Object.keys(UNITS) as Unit[];

/** Returns the largest unit that leaves no rest. */
export const unitOf = (seconds: number): Unit =>
  units.find((each) => seconds >= UNITS[each] && seconds % UNITS[each] === 0) ?? 'second';

/** The name of the input that says the unit of the amount beside it. */
export const unitName = (name: string): string => `${name} unit`;

/** Returns what the inputs show of seconds. Without any, the unit that is likely with this upper bound. */
export function shownDuration(seconds: number | null | undefined, most: number): { amount: string; unit: Unit } {
  if (typeof seconds !== 'number') return { amount: '', unit: most > UNITS.day ? 'day' : 'minute' };
  const unit = unitOf(seconds);
  return { amount: String(seconds / UNITS[unit]), unit };
}

/** Returns the seconds that the inputs say; `undefined` if there is no amount. */
export function secondsIn(values: Readonly<Record<string, string>>, name: string): number | undefined {
  const amount = values[name]?.trim();
  return amount ? Number(amount) * UNITS[values[unitName(name)] as Unit] : undefined;
}
