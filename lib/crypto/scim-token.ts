// Writes and reads the token of a SCIM connection: `gh_scim_<connection>_<secret><checksum>`, as API keys are written.
import { CHECKSUM, checksumOf } from './api-key.ts';

const PREFIX = 'gh_scim_';
const SHAPE = /^gh_scim_([0-9A-Za-z]{44})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** Returns the text of a token. `id` begins with `scm_`. */
export function scimTokenText(id: string, secret: string): string {
  const text = `${PREFIX}${id.slice('scm_'.length)}_${secret}`;
  return text + checksumOf(text);
}

/** Returns the id of the connection and the secret in the text of a token; `undefined` if it is mistyped, or none. */
export function readScimToken(text: string): { id: string; secret: string } | undefined {
  const [, id, secret, checksum] = SHAPE.exec(text) ?? [];
  if (!id || !secret || checksumOf(text.slice(0, -CHECKSUM)) !== checksum) return undefined;
  return { id: `scm_${id}`, secret };
}
