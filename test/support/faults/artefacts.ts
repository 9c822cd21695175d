// Lists what one instance of a function makes and another one takes: everything that depends on a root secret.
import {
  type Client,
  codeNow,
  demand,
  isGood,
  liveCode,
  liveInvitation,
  madeUser,
  must,
  mustAdmin,
  mustLogIn,
  newEmail,
  newPassword,
  type Person,
  signUp,
} from './client.ts';
import { type Answer, LOST, type Lost } from './deployment.ts';

export const post = (client: Client, path: string, body: unknown, token?: string) =>
  client.lane.send('POST', path, { body, token });

export async function good(what: string, sent: Promise<Answer | Lost>): Promise<Answer> {
  const answer = await sent;
  demand(isGood(answer), what, answer);
  return answer;
}

/** Something that one instance makes and another takes. */
type Artefact<T> = { make: (client: Client) => Promise<T>; take: (client: Client, made: T) => Promise<unknown> };
const artefact = <T>(make: Artefact<T>['make'], take: Artefact<T>['take']): Artefact<unknown> => ({
  make,
  take: take as never,
});

const ADMIN_API = '/auth/admin/api';
const ELSEWHERE = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };

export const artefacts: Record<string, Artefact<unknown>> = {
  password: artefact(signUp, (client, person: Person) => mustLogIn(client, person)),
  'refresh token': artefact(signUp, async (client, { refresh }: Person) => {
    const { body } = await good('refresh', post(client, '/auth/refresh-token', { refreshToken: refresh }));
    await must(client, 'GET', '/auth/me', { token: body.accessToken });
  }),
  'code by e-mail': artefact(
    async (client) => {
      const person = await signUp(client);
      await good('forgot', post(client, '/auth/forgot-password', { tenantId: person.tenantId, email: person.email }));
      return { person, code: await liveCode(client, person, 'reset') };
    },
    (client, { person: { tenantId, email }, code }) =>
      good('the code', post(client, '/auth/verify-forgot-password-otp', { tenantId, email, code })),
  ),
  invitation: artefact(
    async (client) => {
      const owner = await madeUser(client, { roleIds: [client.ownerRole] });
      const { body } = await good('invite', post(client, '/auth/invite', { email: newEmail() }, owner.access));
      return liveInvitation(client, body.userId);
    },
    (client, token) =>
      good('the invitation', post(client, '/auth/reset-password', { token, newPassword: newPassword() })),
  ),
  'authenticator, set up': artefact(
    async (client) => {
      const person = await signUp(client);
      const { body } = await good('set-up', post(client, '/auth/mfa/setup-totp', {}, person.access));
      return { person, secret: body.secret as string };
    },
    (client, { person, secret: seed }) =>
      good('the code', post(client, '/auth/mfa/verify-totp-setup', { otp: codeNow(client, seed) }, person.access)),
  ),
  cursor: artefact(
    async (client) => {
      const path = `${ADMIN_API}/users?limit=1&tenantId=${client.tenant.id}`;
      const { body } = await mustAdmin(client, 'GET', path);
      demand(body.meta.nextCursor, 'there is no next page');
      return { path: `${path}&cursor=${encodeURIComponent(body.meta.nextCursor)}`, cookie: client.admin.cookie };
    },
    (client, { path, cookie }) => must(client, 'GET', path, { cookie }),
  ),
  'CSRF token': artefact(
    async (client) => {
      await mustAdmin(client, 'GET', '/auth/admin/me');
      const { cookie } = client.admin;
      const { body } = await must(client, 'GET', '/auth/csrf', { cookie });
      return { cookie, token: body.csrfToken as string };
    },
    async (client, { cookie, token }) => {
      const body = { name: `p.${newEmail().split('@')[0]}` };
      const send = (headers: Record<string, string>) =>
        client.lane.send('POST', `${ADMIN_API}/permissions`, { body, cookie, headers: { ...ELSEWHERE, ...headers } });
      const without = await send({});
      demand(without !== LOST && without.status === 403, 'a request from elsewhere', without);
      await good('with the token', send({ 'x-csrf-token': token }));
    },
  ),
};
