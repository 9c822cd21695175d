// Opens the sealed secrets of lines on their way from a file to a deployment.
import type { Read } from '../../../lib/transfer/batches.ts';
import { opened, type PrivateKey } from '../../../lib/transfer/sealed.ts';
import { UserError } from '../../user-error.ts';
import type { Reader } from './readers.ts';

const isSealed = (user: unknown): user is Record<string, unknown> =>
  typeof user === 'object' && user !== null && 'sealed' in user;

/** Returns the reader, whose lines have their secrets. Throws `UserError` for a sealed line without the key, or with another one. */
export const opening = (reader: Reader, key: PrivateKey | undefined): Reader =>
  async function* (source) {
    for await (const line of reader(source)) yield await openedLine(source.beside, line, key);
  };

async function openedLine(file: string, line: Read, key: PrivateKey | undefined): Promise<Read> {
  if (!('user' in line) || !isSealed(line.user)) return line;
  if (!key) throw new UserError(`${file} has sealed secrets: give the private key with --key`);
  try {
    return { ...line, user: await opened(line.user, key) };
  } catch {
    throw new UserError(`line ${line.number} of ${file} was sealed to another key, or was changed`);
  }
}
