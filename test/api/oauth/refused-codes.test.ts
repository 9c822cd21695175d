// Shows codes that the token endpoint refuses. The log says the cause, and so does the reply in a local run. A new cause
// does not compile without a row.
import { describe, expect, test } from '@jest/globals';
import { randomSecret } from '../../../lib/crypto/secrets.ts';
import type { CodeProblem } from '../../../lib/domain/oauth/dead-ends.ts';
import { later, MINUTE } from '../../support/api.ts';
import { basicOf, postForm } from '../../support/applications.ts';
import { newProofKey, tokenWith } from '../../support/dpop.ts';
import type { Reply } from '../../support/http.ts';
import { logged, ofEvent } from '../../support/logs.ts';
import { CALLBACK, codeOf, exchange, newServer, signedIn } from '../../support/oauth-browser.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const known = prepared(() => newServer());
const lenient = prepared(() => newServer({ pkce: 'optional' }));
const browser = prepared(async () => signedIn(service, await service.tenant()));

const WITHOUT = { code_challenge: undefined, code_challenge_method: undefined };
const grant_type = 'authorization_code';

const CODES: Readonly<Record<CodeProblem, () => Promise<Reply>>> = {
  code_unknown: async () => {
    const shown = await codeOf(browser.jar, known);
    return later(2 * MINUTE, () => exchange(service, known, shown));
  },
  code_of_another_application: async () => exchange(service, known, await codeOf(browser.jar, lenient)),
  code_used: async () => {
    const shown = await codeOf(browser.jar, known);
    await exchange(service, known, shown);
    return exchange(service, known, shown);
  },
  code_session_ended: async () => {
    const { jar } = await signedIn(service, browser.user.tenant);
    const shown = await codeOf(jar, known);
    await jar.post('/auth/logout');
    return exchange(service, known, shown);
  },
  code_grant_revoked: async () => {
    const shown = await codeOf(browser.jar, known, { prompt: 'consent' });
    const { grants } = (await browser.jar.get('/auth/grants')).body;
    await browser.jar.send('DELETE', `/auth/grants/${grants[0].id}`);
    return exchange(service, known, shown);
  },
  redirect_uri_differs: async () =>
    exchange(service, known, await codeOf(browser.jar, known), { redirect_uri: 'https://app.example.com/other' }),
  verifier_missing: async () => {
    const { code } = await codeOf(browser.jar, lenient);
    const form = { grant_type, code, redirect_uri: CALLBACK };
    return postForm(service, '/oauth2/token', form, { headers: basicOf(lenient) });
  },
  verifier_unexpected: async () => exchange(service, lenient, await codeOf(browser.jar, lenient, WITHOUT)),
  verifier_wrong: async () => {
    const { code } = await codeOf(browser.jar, known);
    return exchange(service, known, { code, verifier: randomSecret() });
  },
  key_differs: async () => {
    const [bound, other] = [await newProofKey(), await newProofKey()];
    const { code, verifier } = await codeOf(browser.jar, known, { dpop_jkt: bound.jkt });
    return tokenWith(service, known, other, { grant_type, code, code_verifier: verifier });
  },
};

describe('a refused code', () => {
  test.each(Object.keys(CODES) as CodeProblem[])('has a line and a reply that say %s', async (cause) => {
    let reply: Reply | undefined;
    const lines = ofEvent(
      await logged(async () => {
        reply = await CODES[cause]();
      }),
      'request',
    );
    const { error, error_description } = reply?.body ?? {};
    expect([reply?.status, error, error_description]).toEqual([
      400,
      'invalid_grant',
      `The grant is not valid: ${cause}.`,
    ]);
    const line = lines.find(({ requestId }) => requestId === reply?.headers['x-amzn-requestid']);
    expect(line).toMatchObject({ outcome: 'refused', code: 'INVALID_GRANT', cause, application: expect.any(String) });
  });
});
