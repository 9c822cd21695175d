// Gives the kit the words of the app that uses it, and how the app explains errors to its people.
import type { ComponentChildren } from 'preact';
import { GatehouseError } from '../../packages/client/index.ts';

/** A word that an app lacks is not shown. */
type Word = 'working' | 'close' | 'undo' | 'undone' | 'language';

export type Voice = {
  say: (word: Word) => string;
  explain: (error: GatehouseError) => string;
  /** The names of the fields that an error may be about, the likeliest first, and what is said beside one. */
  fieldsOf: (error: GatehouseError) => { fields: readonly string[]; text?: string | undefined };
  /** Shows the details of an error that the support asks for. */
  more?: (error: GatehouseError | undefined) => ComponentChildren;
};

/** Set by the texts of an app when they are loaded. */
export const voice = {} as Voice;

/** Thrown by `onSubmit` of a form for what is wrong with one of its fields. `message` is shown beside it. */
export class WrongField extends GatehouseError {
  readonly field: string;
  /** The refusal of the service, if the service found it. */
  readonly from: GatehouseError | undefined;
  constructor(field: string, message: string, from?: GatehouseError) {
    super(message, { code: 'INVALID_INPUT', statusCode: 0 });
    this.field = field;
    this.from = from;
  }
}
