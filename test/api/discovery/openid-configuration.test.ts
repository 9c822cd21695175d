// Tests GET /.well-known/openid-configuration and GET /.well-known/oauth-authorization-server.
import { describe, expect, test } from '@jest/globals';
import { pathOf } from '../../../lib/contract/operation.ts';
import { claimsOf, expectWellFormed } from '../../support/api.ts';
import { operations } from '../../support/ledger.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const PATHS = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

describe.each(PATHS)('GET %s 200', (path) => {
  test('names the issuer of the tokens and the address of its keys', async () => {
    const { tokens } = await service.signup(await service.tenant());
    const reply = await service.get(path);
    expectWellFormed(reply);
    expect([reply.status, reply.body]).toMatchObject([
      200,
      {
        issuer: claimsOf(tokens.accessToken).iss,
        jwks_uri: `${service.baseUrl}/.well-known/jwks.json`,
        id_token_signing_alg_values_supported: ['RS256'],
        subject_types_supported: ['public'],
      },
    ]);
  });

  test('names each endpoint of OAuth that the service has, and no other', async () => {
    const { body } = await service.get(path);
    const named = Object.entries<string>(body)
      .filter(([name]) => name.endsWith('_endpoint'))
      .map(([, address]) => address.replace(service.baseUrl, ''));
    const served = new Set(operations.filter(({ group }) => group === 'oauth').map(({ route }) => pathOf(route)));
    // The pages of the service itself call them.
    for (const path of ['/oauth2/request', '/oauth2/consent', '/oauth2/device', '/oauth2/device/decision'])
      served.delete(path);
    expect(named.sort()).toEqual([...served].sort());
    expect(body.response_types_supported).toEqual(body.authorization_endpoint === undefined ? [] : ['code']);
  });

  test('is the same for both kinds of client', async () => {
    const [one, two] = await Promise.all(PATHS.map((each) => service.get(each)));
    expect(one?.body).toEqual(two?.body);
  });
});
