// Shows the fields that lib/contract/texts lists with their titles, so that a new one is shown by itself.
import type { Values } from '../../kit/form.tsx';
import { language } from '../words/index.ts';
import { Field, TextArea } from './form.tsx';

type Said = { readonly en: string; readonly de: string };
type Row = Said & {
  readonly hint?: Said;
  /** `lines`: several texts without spaces, one per line. Absent: one text. */
  readonly as?: 'lines' | 'number' | 'url';
  /** The most characters, or the bounds of a number. */
  readonly least?: number;
  readonly most?: number;
  readonly isNeeded?: true;
};
type Rows = Readonly<Record<string, Row>>;
type ValueOf<R> = R extends { as: 'lines' } ? string[] : R extends { as: 'number' } ? number | null : string | null;

const own = (said: Said): string => said[language.value as 'en'];

function valueOf({ as }: Row, text: string): string[] | number | string | null {
  if (as === 'lines') return text.split(/\s+/).filter(Boolean);
  if (as === 'number') return text ? Number(text) : null;
  return text.trim() || null;
}

/** Returns what forms need of the fields of a record. */
export function textsOf<const R extends Rows>(rows: R) {
  type Name = keyof R & string;
  const names = Object.keys(rows) as Name[];
  /** Returns the fields that the form has. An empty one is `null`. */
  const sent = (values: Values) =>
    Object.fromEntries(
      names.flatMap((name) => (values[name] === undefined ? [] : [[name, valueOf(rows[name] as Row, values[name])]])),
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
    Input({ name, value }: { name: Name; value?: string | number | readonly string[] | null | undefined }) {
      const { as = 'text', hint, least, most, isNeeded, ...title } = rows[name] as Row;
      const shared = { name, label: own(title), hint: hint && own(hint), isOptional: !isNeeded };
      if (as === 'lines') return <TextArea {...shared} value={((value ?? []) as string[]).join('\n')} rows={2} />;
      const bounds = as === 'number' ? { min: least, max: most } : { maxLength: most };
      return <Field {...shared} {...bounds} type={as} value={(value ?? '') as string} />;
    },
  };
}
