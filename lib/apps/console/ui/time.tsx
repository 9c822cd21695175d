// Shows a moment as people say it ("3 hours ago"), and exactly, in the viewer's zone, on hover: <Time at={user.createdAt} />.
import { language } from '../words/index.ts';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const EXACT = {
  ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  timeZoneName: 'short',
} as Intl.DateTimeFormatOptions;

const make = (tag: string) => ({
  tag,
  relative: new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }),
  exact: new Intl.DateTimeFormat(tag, EXACT),
});
let made = make('en');

/** Returns the formats of the shown language. A list has a hundred times, and making a format takes long. */
function formats(): typeof made {
  if (made.tag !== language.value) made = make(language.value);
  return made;
}

/** Returns "3 hours ago" or "in 2 days". */
export function relative(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const format = formats().relative;
  // "12 seconds ago" would be wrong a moment later.
  if (Math.abs(seconds) < 60) return format.format(0, 'second');
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['minute', 60];
  return format.format(Math.trunc(seconds / length), unit);
}

/** Returns date and time in the zone of the viewer, which it names. */
export const exact = (iso: string): string => formats().exact.format(new Date(iso));

export const Time = ({ at }: { at: string | null | undefined }) =>
  at ? (
    <time dateTime={at} title={exact(at)}>
      {relative(at)}
    </time>
  ) : (
    <>–</>
  );
