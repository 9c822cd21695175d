// Says what the result of a write means for the caller.
import { fail } from '../../contract/errors.ts';
import { writesOf } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import type { Written } from '../store/write.ts';
import { noSuchRow } from './referred.ts';

/**
 * Returns `true` if the write is done, and `undefined` if a row was changed meanwhile: then read again and decide anew.
 * Throws CRUD_CONFLICT for a unique value that another row has, and INVALID_INPUT for a reference to no row.
 */
export function requireWritten({ fields, name }: Resource, written: Written): true | undefined {
  if (written === 'done') return true;
  if ('changed' in written) return undefined;
  if ('taken' in written) {
    // Hooks may set hidden fields. Their names do not leave.
    const field = fields[written.taken]?.options.hidden ? 'a field' : written.taken;
    return fail('CRUD_CONFLICT', { message: `${field}: another row has this value.` });
  }
  const reference = fields[written.missing];
  if (!reference || writesOf(reference) === 'never') {
    throw new Error(`a hook of ${name} set ${written.missing} to a row that does not exist`);
  }
  return fail('INVALID_INPUT', { message: noSuchRow(written.missing) });
}
