// Shows the fields that lib/contract/texts lists with their titles, so that a new one is shown by itself.
import type { Values } from '../../kit/form.tsx';
import { language } from '../words/index.ts';
import { secondsIn, shownDuration } from './duration.ts';
import { DurationField } from './duration-field.tsx';
import { Check, Field, TextArea } from './form.tsx';

type Said = { readonly en: string; readonly de: string };
type Row = Said & {
  readonly hint?: Said;
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

const own = (said: Said): string => said[language.value as 'en'];

function sentValue({ as }: Row, text: string): Kinds[keyof Kinds] | string {
  if (as === 'check') return text === 'on';
  if (as === 'lines') return text.split(/\s+/).filter(Boolean);
  return text.trim() || null;
}

/** Returns what forms need of the fields of a record. */
export function textsOf<const R extends Rows>(rows: R) {
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
  return {
    names,
    titleOf: (name: Name): string => own(rows[name] as Row),
    sent,
    /** Returns the fields that are not empty. */
    given: (values: Values) =>
      Object.fromEntries(Object.entries(sent(values)).filter(([, value]) => value !== null)) as {
        [K in Name]?: NonNullable<ValueOf<R[K]>>;
      },
    Input({ name, value }: { name: Name; value?: Kinds[keyof Kinds] | string | null | undefined }) {
      const { as = 'text', hint, least, most, isNeeded, ...title } = rows[name] as Row;
      const shared = { name, label: own(title), hint: hint && own(hint), isOptional: !isNeeded };
      if (as === 'check')
        return <Check name={name} label={shared.label} {...(hint && { hint: own(hint) })} isChecked={!!value} />;
      if (as === 'lines') return <TextArea {...shared} value={((value ?? []) as string[]).join('\n')} rows={2} />;
      if (as === 'seconds') {
        const shown = shownDuration(value as number | null | undefined, most as number);
        return <DurationField {...shared} {...shown} min={least as number} max={most as number} />;
      }
      return <Field {...shared} maxLength={most} type={as} value={(value ?? '') as string} />;
    },
  };
}
