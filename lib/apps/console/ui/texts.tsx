// Shows the fields that lib/contract/texts lists with their titles, so that a new one is shown by itself.
import type { Values } from '../../kit/form.tsx';
import { en } from '../words/en/ui/fields.ts';
import { partOf } from '../words/index.ts';
import { secondsIn, shownDuration } from './duration.ts';
import { DurationField } from './duration-field.tsx';
import { Check, Field, TextArea } from './form.tsx';

type Word = keyof typeof en;
type Row = {
  /** `lines`: several texts without spaces, one per line. Absent: one text. */
  readonly as?: 'check' | 'lines' | 'seconds' | 'text' | 'url';
  /** The most characters, or the bounds of a duration. */
  readonly least?: number;
  readonly most?: number;
  readonly isNeeded?: true;
};
type Rows = Readonly<Record<string, Row>>;
type Kinds = { check: boolean; lines: string[]; seconds: number | null };
type ValueOf<R> = R extends { as: infer As extends keyof Kinds } ? Kinds[As] : string | null;

const say = partOf(en, (tag) => import(`../words/others/${tag}/ui/fields.ts`));
/** Returns what a field means; `undefined` if its title says it. */
const meaningOf = (word: Word): string | undefined => (`${word}?` in en ? say(`${word}?` as Word) : undefined);

function sentValue({ as }: Row, text: string): Kinds[keyof Kinds] | string {
  if (as === 'check') return text === 'on';
  if (as === 'lines') return text.split(/\s+/).filter(Boolean);
  return text.trim() || null;
}

/** The fields of `rows` if each has a title, `<record>.<field>`; else a call does not compile. */
type Titled<P extends string, R> = `${P}.${keyof R & string}` extends Word ? R : never;

/** Returns what forms need of the fields of a record. */
export function textsOf<const P extends string, const R extends Rows>(record: P, rows: R & Titled<P, R>) {
  type Name = keyof R & string;
  const names = Object.keys(rows) as Name[];
  /** Returns those of the fields that the form has. An empty one is `null`, and a box that is not ticked is absent there. */
  const sent = (values: Values, of: readonly Name[] = names) =>
    Object.fromEntries(
      of.flatMap((name) => {
        const { as } = rows[name] as Row;
        const text = as === 'check' ? (values[name] ?? '') : values[name];
        if (text === undefined) return [];
        return [[name, as === 'seconds' ? (secondsIn(values, name) ?? null) : sentValue(rows[name] as Row, text)]];
      }),
    ) as { [K in Name]?: ValueOf<R[K]> };
  const titleOf = (name: Name): string => say(`${record}.${name}` as Word);
  return {
    names,
    titleOf,
    sent,
    /** Returns the fields that are not empty. */
    given: (values: Values) =>
      Object.fromEntries(Object.entries(sent(values)).filter(([, value]) => value !== null)) as {
        [K in Name]?: NonNullable<ValueOf<R[K]>>;
      },
    Input({ name, value }: { name: Name; value?: Kinds[keyof Kinds] | string | null | undefined }) {
      const { as = 'text', least, most, isNeeded } = rows[name] as Row;
      const hint = meaningOf(`${record}.${name}` as Word);
      const shared = { name, label: titleOf(name), hint, isOptional: !isNeeded };
      if (as === 'check') return <Check name={name} label={shared.label} {...(hint && { hint })} isChecked={!!value} />;
      if (as === 'lines') return <TextArea {...shared} value={((value ?? []) as string[]).join('\n')} rows={2} />;
      if (as === 'seconds') {
        const shown = shownDuration(value as number | null | undefined, most as number);
        return <DurationField {...shared} {...shown} min={least as number} max={most as number} />;
      }
      return <Field {...shared} maxLength={most} type={as} value={(value ?? '') as string} />;
    },
  };
}
