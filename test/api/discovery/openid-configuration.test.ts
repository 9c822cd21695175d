// Tests GET /.well-known/openid-configuration.
import { describe, expect, test } from '@jest/globals';
import { claimsOf } from '../../support/api.ts';
import { useService } from '../../support/service.ts';

const service = useService();

describe('GET /.well-known/openid-configuration 200', () => {
  test('names the issuer of the tokens and the address of its keys', async () => {
    const { tokens } = await service.signup(await service.tenant());
    const { status, body } = await service.get('/.well-known/openid-configuration');
    expect(status).toBe(200);
    expect(body).toEqual({
      issuer: claimsOf(tokens.accessToken).iss,
      jwks_uri: `${service.baseUrl}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
    });
  });
});
