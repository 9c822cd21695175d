// The fields of a user that are one line of text. The contract lists them with their titles, so a new one is shown by itself.
import { userTexts } from '../../../../contract/fields/user.texts.ts';
import { Field, language, type Values } from '../../kit.ts';
import { shared } from './words.ts';

export type TextName = keyof typeof userTexts;
export const TEXTS = Object.keys(userTexts) as TextName[];

/** Returns what the field is called. */
export const textTitle = (name: TextName): string => userTexts[name][language.value as 'en'];

type TextFieldProps = { name: TextName; value?: string | null };

export const TextField = ({ name, value }: TextFieldProps) => (
  <Field
    name={name}
    label={textTitle(name)}
    hint={name === 'locale' ? shared('localeHint') : undefined}
    value={value ?? ''}
    maxLength={userTexts[name].most}
    isOptional
  />
);

/** Returns the fields that are not empty. */
export const textsIn = (values: Values): Partial<Record<TextName, string>> =>
  Object.fromEntries(TEXTS.flatMap((name) => (values[name]?.trim() ? [[name, values[name].trim()]] : [])));
