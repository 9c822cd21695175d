// Threat: the last two ways into an account are removed at once, each because of the other, and its owner is out.
import { expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import * as passkeys from '../../support/passkeys.ts';
import { race } from '../../support/race.ts';
import { bearer } from '../../support/service.ts';
import { logIn, stranger, useSso } from '../../support/sso.ts';

const { service, realm, tenant } = useSso();

test('of a passkey and an identity that alone open an account, twenty racing removals leave one', async () => {
  const user = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
  await logIn(service, tenant, realm, stranger({ email: user.email }));
  const authenticator = passkeys.authenticatorFor(service);
  const { id: passkey } = await passkeys.addPasskey(
    service,
    { tokens: (await service.login(user)).body },
    authenticator,
  );
  await service.admin('PATCH', `/auth/admin/api/users/${user.id}`, { emailLoginEnabled: false });
  const { body: tokens } = passkeys.done(await passkeys.login(service, tenant, authenticator));
  const headers = bearer(tokens);
  const active = async () =>
    (await service.get('/auth/identities', { headers })).body.identities.filter(
      ({ isActive }: { isActive: boolean }) => isActive,
    );
  const [identity] = await active();
  const paths = [`/auth/passkeys/${passkey}`, `/auth/identities/${identity.id}`];
  const replies = await race(20, (caller) => service.send('DELETE', paths[caller % 2] as string, { headers }));
  for (const { status } of replies) expect(status).toBeLessThan(500);
  const left = [...(await active()), ...(await passkeys.list(service, tokens)).body.passkeys];
  expect(left).toHaveLength(1);
});
