// People try passkeys that they do not have. Nothing begins, and no account changes.
import { softwareAuthenticator } from '../../../lib/packages/testing/authenticator.ts';
import { claimsOf } from '../../support/tokens.ts';
import { type Asked, ask } from '../world/ask.ts';
import { named, violate } from '../world/world.ts';
import { asAdmin, openAdmins } from './admin-console.ts';
import { command } from './command.ts';
import { copyOf, openCopies, withSession } from './shared.ts';

const PASSKEYS = '/auth/passkeys';
const OF_ADMINS = '/auth/admin/passkeys';
const UNKNOWN = `pky_${'0'.repeat(22)}`;
const CHALLENGE = Buffer.from('v1.AAAA').toString('base64url');

export const tryPasskey = command<{ by: string; session: string }>({
  name: 'try a passkey that no account has',
  group: 'base',
  weight: 1,
  atMost: 3,
  routes: [
    'POST /auth/passkeys/login-options',
    'POST /auth/passkeys/login',
    'POST /auth/passkeys/verify-options',
    'POST /auth/passkeys/verify',
    'GET /auth/passkeys',
    'POST /auth/passkeys/options',
    'POST /auth/passkeys',
    'POST /auth/passkeys/enrol',
    'POST /auth/passkeys/link-options',
    'POST /auth/passkeys/link',
    'PATCH /auth/passkeys/{id}',
    'DELETE /auth/passkeys/{id}',
    'GET /auth/admin/api/users/{id}/passkeys',
    'DELETE /auth/admin/api/users/{id}/passkeys/{passkeyId}',
    'POST /auth/admin/api/users/{id}/recovery-links',
    'GET /.well-known/webauthn',
    'GET /.well-known/change-password',
    'POST /auth/admin/passkeys/login-options',
    'POST /auth/admin/passkeys/login',
    'POST /auth/admin/passkeys/verify-options',
    'POST /auth/admin/passkeys/verify',
    'GET /auth/admin/passkeys',
    'POST /auth/admin/passkeys/options',
    'POST /auth/admin/passkeys',
    'PATCH /auth/admin/passkeys/{id}',
    'DELETE /auth/admin/passkeys/{id}',
    'DELETE /auth/admin/admins/{id}/passkeys',
  ],
  options: (world) => (openAdmins(world).length ? withSession(world, openCopies) : []),
  run: async (world, { by, session: name }) => {
    const { access: token } = copyOf(world, by, name);
    const { sub, tid: tenantId } = claimsOf(token) as { sub: string; tid: string };
    const codeChallenge = 'x'.repeat(43);
    await ask(world, by, 'GET /.well-known/webauthn');
    await ask(world, by, 'GET /.well-known/change-password');
    await ask(world, by, `GET ${PASSKEYS}`, { token });
    await ask(world, by, `POST ${PASSKEYS}/options`, { token, body: {} });
    await ask(world, by, `POST ${PASSKEYS}/verify-options`, { token, body: {} });
    await ask(world, by, `POST ${PASSKEYS}/login-options`, { body: { tenantId, codeChallenge } });
    const own = softwareAuthenticator({ origin: 'http://localhost', alg: -8 });
    const rp = { id: 'localhost' };
    const created = own.create({ challenge: CHALLENGE, rp, user: { id: 'x' }, pubKeyCredParams: [{ alg: -8 }] });
    const used = own.get({ challenge: CHALLENGE, rpId: rp.id });
    const admin = named(world.adminSessions, openAdmins(world)[0]!.name);
    await asAdmin(world, admin, `GET /auth/admin/api/users/${sub}/passkeys`);
    await ask(world, by, `POST ${OF_ADMINS}/login-options`, { body: { codeChallenge } });
    await asAdmin(world, admin, `GET ${OF_ADMINS}`);
    await asAdmin(world, admin, `POST ${OF_ADMINS}/options`, {});
    await asAdmin(world, admin, `POST ${OF_ADMINS}/verify-options`, {});
    const replies: Pick<Asked, 'status'>[] = [
      await ask(world, by, `POST ${PASSKEYS}`, { token, body: { credential: created } }),
      await ask(world, by, `POST ${PASSKEYS}/enrol`, { token, body: { credential: created } }),
      await ask(world, by, `POST ${PASSKEYS}/login`, { body: { tenantId, credential: used, codeVerifier: 'x' } }),
      await ask(world, by, `POST ${PASSKEYS}/link-options`, { body: { token: `rec_${sub}.${'x'.repeat(43)}` } }),
      await ask(world, by, `POST ${PASSKEYS}/link`, { body: { token: 'x', credential: created } }),
      // Without a credential: a wrong one would count as a guess at the second factor.
      await ask(world, by, `POST ${PASSKEYS}/verify`, { token, body: {} }),
      await ask(world, by, `PATCH ${PASSKEYS}/${UNKNOWN}`, { token, body: { name: 'Mine' } }),
      await ask(world, by, `DELETE ${PASSKEYS}/${UNKNOWN}`, { token }),
      await asAdmin(world, admin, 'POST /auth/admin/api/users/usr_0/recovery-links', {}),
      await asAdmin(world, admin, `DELETE /auth/admin/api/users/${sub}/passkeys/${UNKNOWN}`),
      await ask(world, by, `POST ${OF_ADMINS}/login`, { body: { credential: used, codeVerifier: 'x' } }),
      await asAdmin(world, admin, `POST ${OF_ADMINS}/verify`, { credential: used }),
      await asAdmin(world, admin, `POST ${OF_ADMINS}`, { credential: created }),
      await asAdmin(world, admin, `PATCH ${OF_ADMINS}/${UNKNOWN}`, { name: 'Mine' }),
      await asAdmin(world, admin, `DELETE ${OF_ADMINS}/${UNKNOWN}`),
      await asAdmin(world, admin, `DELETE /auth/admin/admins/adm_${'0'.repeat(22)}/passkeys`),
    ];
    for (const { status } of replies)
      if (status < 400) violate(world, 'session.ended', `${by} used a passkey that no account has`);
  },
});
