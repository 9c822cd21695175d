// Checks whose token it is, as the package for APIs tells it.
import { expect, test } from '@jest/globals';
import { readClaims } from '../../../lib/packages/server/claims.ts';

const AUDIENCE = 'https://auth.example.com';
const CLIENT = 'https://client.example.com/client.json';
const token = {
  sub: 'usr_1',
  sid: 'ses_1',
  tid: 'ten_1',
  jti: 'x',
  iat: 1,
  exp: 2,
  auth_time: 1,
  amr: ['pwd'],
  aud: AUDIENCE,
  roles: [],
  permissions: [],
};

test.each<[string, object, string | null]>([
  ['a page of Gatehouse', { client_id: AUDIENCE }, null],
  ['a registered application', { client_id: 'app_1' }, 'app_1'],
  ['a client that is not registered', { client_id: CLIENT }, CLIENT],
  [
    'a client whose address is that of an API, at the API',
    { client_id: CLIENT, aud: CLIENT, roles: undefined, permissions: undefined },
    CLIENT,
  ],
])('a token of %s names its application', (_, claims, applicationId) => {
  expect(readClaims({ ...token, ...claims })).toMatchObject({ kind: 'user', applicationId });
});
