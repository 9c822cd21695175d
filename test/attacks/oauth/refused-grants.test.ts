// Checks that a refusal of the token endpoint uses nothing up: the same grant works afterwards, and no proof was stored
// for a request whose grant was not good.
import { describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import * as applications from '../../../lib/store/applications/applications.ts';
import { isUsed } from '../../../lib/store/applications/assertions.ts';
import { later, MINUTE } from '../../support/api.ts';
import { type Known, newMachine } from '../../support/applications.ts';
import { newProofKey, tokenWith } from '../../support/dpop.ts';
import { CALLBACK, codeOf, newServer, type SignedIn, signedIn } from '../../support/oauth-browser.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';
import { idOf } from '../../support/stored-users.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const key = prepared(() => newProofKey());

type Form = Record<string, string>;
type Case = { known: Known; browser?: SignedIn; form: Form };

const codeForm = async (browser: SignedIn, known: Known, more: Form = {}): Promise<Form> => {
  const { code, verifier } = await codeOf(browser.jar, known, more);
  return { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: CALLBACK };
};
const newCase = async () => ({
  known: await newServer({ kind: 'browser', secrets: [] }),
  browser: await signedIn(service, tenant),
});

/** A grant of each kind that is good. A refresh token is bound to the key, as that of an application without a secret. */
const GRANTS: Readonly<Record<string, () => Promise<Case>>> = {
  authorization_code: async () => {
    const { known, browser } = await newCase();
    return { known, browser, form: await codeForm(browser, known) };
  },
  refresh_token: async () => {
    const { known, browser } = await newCase();
    const { body } = await tokenWith(
      service,
      known,
      key,
      await codeForm(browser, known, { scope: 'openid offline_access' }),
    );
    return { known, browser, form: { grant_type: 'refresh_token', refresh_token: body.refresh_token } };
  },
  client_credentials: async () => ({ known: await newMachine(tenant), form: { grant_type: 'client_credentials' } }),
};

const setServed = async ({ known }: Case, tenantIds: TenantId[] | null) => {
  const before = await applications.findStored(known.application.id);
  if (!before) throw new Error('no such application');
  await applications.change(
    before,
    { ...before, tenantIds },
    { events: { create: { pk: `t-${Math.random()}`, sk: 'x', type: 'x' } }, conditions: [] },
  );
};
const mustChange = ({ browser }: Case, mustChangePassword: boolean) => {
  const { user } = browser as SignedIn;
  return service.admin('PATCH', `/auth/admin/api/users/${idOf(user)}`, { mustChangePassword });
};

/** `isGrantGood`: what is refused is not the grant, so the proof was used up before the refusal, or may have been. */
type Refusal = {
  error: string;
  form?: Form;
  before?: (of: Case) => unknown;
  after?: (of: Case) => unknown;
  proof?: 'own' | 'other' | 'none';
  isGrantGood?: true;
};

const COMMON: Readonly<Record<string, Refusal>> = {
  'an unknown grant': { error: 'unsupported_grant_type', form: { grant_type: 'password' } },
  'an unknown application': { error: 'invalid_client', form: { client_id: 'app_nobody' } },
  'a proof that is none': { error: 'invalid_dpop_proof', proof: 'none' },
};
const notServed: Refusal = {
  error: 'invalid_grant',
  before: (of) => setServed(of, []),
  after: (of) => setServed(of, null),
};
const owesPassword: Refusal = {
  error: 'invalid_grant',
  before: (of) => mustChange(of, true),
  after: (of) => mustChange(of, false),
  isGrantGood: true,
};
const CASES: Readonly<Record<string, Readonly<Record<string, Refusal>>>> = {
  authorization_code: {
    ...COMMON,
    'a wrong verifier': { error: 'invalid_grant', form: { code_verifier: 'x'.repeat(43) } },
    'another address': { error: 'invalid_grant', form: { redirect_uri: 'https://other.example.com' } },
    'a forged code': { error: 'invalid_grant', form: { code: 'x' } },
    'a tenant that is not served': { ...notServed, isGrantGood: true },
    'a user who must change the password': owesPassword,
  },
  refresh_token: {
    ...COMMON,
    'a scope that was not granted': { error: 'invalid_scope', form: { scope: 'openid email' }, isGrantGood: true },
    'an unknown scope': { error: 'invalid_scope', form: { scope: 'openid read' } },
    'scopes that are joined by a comma': { error: 'invalid_scope', form: { scope: 'openid,offline_access' } },
    'a thousand scopes': {
      error: 'invalid_scope',
      form: { scope: Array.from({ length: 400 }, (_, n) => n).join(' ') },
    },
    'a forged token': { error: 'invalid_grant', form: { refresh_token: 'x' } },
    'another key': { error: 'invalid_grant', proof: 'other' },
    'a tenant that is not served': notServed,
    'a user who must change the password': owesPassword,
  },
  client_credentials: {
    ...COMMON,
    'a scope that the machine does not have': { error: 'invalid_scope', form: { scope: 'no' } },
    'scopes that are joined by a comma': { error: 'invalid_scope', form: { scope: 'a,b' } },
    'a tenant that it does not serve': { error: 'unauthorized_client', form: { tenant: 'ten_nobody' } },
  },
};

async function send({ known, form }: Case, { form: more = {}, proof = 'own' }: Partial<Refusal>) {
  const jti = `jti-${Math.random()}`;
  const by = proof === 'other' ? await newProofKey() : key;
  const signed = await by.prove('POST', `${service.baseUrl}/oauth2/token`, { jti });
  const reply = await tokenWith(service, known, proof === 'none' ? 'x' : signed, { ...form, ...more });
  return { reply, isStored: await isUsed(by.jkt, jti) };
}

describe.each(Object.keys(CASES))(
  'a refused request for %s changes nothing: the same one works a minute later',
  (grant) => {
    test.each(Object.entries(CASES[grant] ?? {}))('for %s', async (_, refused) => {
      const of = await (GRANTS[grant] as () => Promise<Case>)();
      await refused.before?.(of);
      const { reply, isStored } = await send(of, refused);
      expect([reply.body.error, reply.status < 500]).toEqual([refused.error, true]);
      if (!refused.isGrantGood) expect(isStored).toBe(false);
      await refused.after?.(of);
      // A code lives for a minute, and an exchanged refresh token for ten seconds.
      const again = await later(grant === 'authorization_code' ? MINUTE / 2 : MINUTE, () => send(of, {}));
      expect([again.reply.status, again.isStored]).toEqual([200, true]);
    });
  },
);

test('twenty refreshes with a scope that was not granted leave the token as it is, and one of twenty networks exchanges it', async () => {
  const of = await (GRANTS.refresh_token as () => Promise<Case>)();
  const wide = await race(20, async () => (await send(of, { form: { scope: 'phone' } })).reply);
  expect(outcomes(wide)).toEqual({ '400 INVALID_SCOPE': 20 });
  const good = await race(20, async () => (await send(of, {})).reply);
  expect(outcomes(good)).toEqual({ 200: 1, '429 RATE_LIMITED': 19 });
});
