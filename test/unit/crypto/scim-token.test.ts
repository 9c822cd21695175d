// Tests the text of the token of a SCIM connection.
import { expect, test } from '@jest/globals';
import { readScimToken, scimTokenText } from '../../../lib/crypto/scim-token.ts';
import { newApiKeySecret, newScimConnectionId, newTenantId } from '../../../lib/platform/ids.ts';

test('a token holds its connection and its secret, and one mistyped character is noticed', () => {
  const [id, secret] = [newScimConnectionId(newTenantId()), newApiKeySecret()];
  const text = scimTokenText(id, secret);
  expect(text).toMatch(/^gh_scim_\w{44}_\w{49}$/);
  expect(readScimToken(text)).toEqual({ id, secret });
  for (let at = 'gh_scim_'.length; at < text.length; at++) {
    const other = text[at] === 'x' ? 'y' : 'x';
    expect(readScimToken(`${text.slice(0, at)}${other}${text.slice(at + 1)}`)).toBeUndefined();
  }
  for (const each of ['', 'gh_scim_', text.slice(1), `${text}x`, ` ${text}`, `${text}\n`, text.toUpperCase()])
    expect([each, readScimToken(each)]).toEqual([each, undefined]);
});
