// A deployment without a relying party has no passkeys.
import { expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import * as passkeys from '../../support/passkeys.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_PASSKEY_RP_ID: 'off' });
const tenant = prepared(() => service.tenant());

test('each operation says that the deployment has no passkeys', async () => {
  const user = await service.signup(tenant);
  const headers = bearer(user.tokens);
  const options = { challenge: 'x', rp: { id: 'localhost' }, user: { id: 'x' }, pubKeyCredParams: [{ alg: -8 }] };
  const authenticator = passkeys.authenticatorFor(service);
  const created = authenticator.create(options);
  const used = authenticator.get({ challenge: 'x', rpId: 'localhost' });
  for (const reply of [
    await service.post('/auth/passkeys/login-options', { tenantId: tenant.id, codeChallenge: 'x'.repeat(43) }),
    await passkeys.sendLogin(service, tenant, used),
    await service.post('/auth/passkeys/options', {}, { headers }),
    await service.post('/auth/passkeys/verify-options', {}, { headers }),
    await passkeys.sendNew(service, user.tokens, created),
    await passkeys.sendProof(service, user.tokens, used),
  ])
    expect(answerOf(reply)).toEqual(refusal('PASSKEYS_NOT_ENABLED'));
  const { body } = await service.get(`/auth/client-config?tenantId=${tenant.id}`);
  expect(body.passkeys).toEqual({ enabled: false, firstFactor: false, required: false });
});
