// Shows a moment as people say it ("3 hours ago"), and exactly, in the viewer's zone, on hover: <Time at={user.createdAt} />.
import { language } from '../words/index.ts';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Returns "3 hours ago" or "in 2 days". */
export function relative(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' });
  // "12 seconds ago" would be wrong a moment later.
  if (Math.abs(seconds) < 60) return format.format(0, 'second');
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['minute', 60];
  return format.format(Math.trunc(seconds / length), unit);
}

/** Returns date and time in the zone of the viewer, which it names. */
export const exact = (iso: string): string =>
  new Intl.DateTimeFormat(language.value, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    timeZoneName: 'short',
  } as Intl.DateTimeFormatOptions).format(new Date(iso));

export const Time = ({ at }: { at: string | null | undefined }) =>
  at ? (
    <time dateTime={at} title={exact(at)}>
      {relative(at)}
    </time>
  ) : (
    <>–</>
  );
