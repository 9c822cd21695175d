// Defines budget actions with second factors. Users with an authenticator are created here, outside of the measurement.
import { totp } from '../../support/totp.ts';
import type { Caller } from '../harness/caller.ts';
import { emailOf, login, loginBody, PASSWORD, signup, type World } from '../harness/world.ts';
import { times } from './times.ts';

type Person = { name: string; secret: string; bearer: string };

const SET_UP = 'POST /auth/mfa/setup-totp';
const COMPLETE = 'POST /auth/mfa/verify-totp-setup';

export async function mfaActions(caller: Caller, { tenantId, adminCookie: cookie }: World, uses: number) {
  let made = 0;
  const begin = async (): Promise<Person> => {
    const name = `careful${made++}`;
    const { accessToken: bearer } = await signup(caller, tenantId, name);
    const { secret } = await caller.ok(SET_UP, { body: {}, bearer });
    return { name, secret: secret as string, bearer };
  };
  /** Completes the setup with the code of the previous step, so that the code of this step is left for a login. Repeats
   * when the step ends meanwhile. */
  const complete = async (person: Person): Promise<Person> => {
    const { status } = await caller.call(COMPLETE, { body: { otp: totp(person.secret, -1) }, bearer: person.bearer });
    return status === 200 ? person : complete(person);
  };
  const enrolled = async (): Promise<Person> => complete(await begin());
  const pending = async (person: Person): Promise<Person> => ({
    ...person,
    bearer: (await login(caller, tenantId, person.name)).accessToken,
  });
  const verify = ({ bearer, secret }: Person, more: object = {}) =>
    caller.ok('POST /auth/mfa/verify', { body: { method: 'totp', otp: totp(secret), ...more }, bearer });
  const codesOf = async ({ bearer }: Person): Promise<string[]> =>
    (await caller.ok('POST /auth/mfa/generate-recovery-code', { body: {}, bearer })).codes as string[];
  /** Creates a user with a verified e-mail address, who receives codes there. */
  const reachable = async (): Promise<string> => {
    const name = `reachable${made++}`;
    const body = { tenantId, email: emailOf(name), password: PASSWORD, emailVerifiedAt: new Date().toISOString() };
    await caller.ok('POST /auth/admin/api/users', { cookie, body });
    return name;
  };

  const several = <T>(make: () => Promise<T>): Promise<T[]> => times(uses, make);
  const settled = await enrolled();
  const newcomers = await several(begin);
  const waiting = await several(async () => pending(await enrolled()));
  const trusting = await several(async () => pending(await enrolled()));
  // A new account for each: the fifth wrong code in a row costs less.
  const guessing = await several(async () => pending(await enrolled()));
  const trusted = await enrolled();
  let { trustToken } = await verify(await pending(trusted), { trustDevice: true });
  const lost = await several(async () => {
    const person = await enrolled();
    const [code] = await codesOf(person);
    return { code, ...(await pending(person)) };
  });
  const leaving = await several(enrolled);
  const toggling = await enrolled();
  let isOn = true;
  const toggle = () => {
    isOn = !isOn;
    return caller.ok('POST /auth/mfa/toggle', { body: { enabled: isOn }, bearer: toggling.bearer });
  };
  const askers = await several(async () => {
    const name = await reachable();
    const { accessToken: bearer } = await login(caller, tenantId, name);
    await caller.ok('POST /auth/mfa/toggle', { body: { enabled: true }, bearer });
    return (await login(caller, tenantId, name)).accessToken;
  });

  return {
    'mfa/status': () => caller.ok('GET /auth/mfa/status', { bearer: settled.bearer }),
    'mfa/devices': () => caller.ok('GET /auth/mfa/devices', { bearer: settled.bearer }),
    'mfa/setup-totp': () => caller.ok(SET_UP, { body: {}, bearer: settled.bearer }),
    'mfa/verify-totp-setup': () => complete(newcomers.pop() as Person),
    'login, second factor due': () => login(caller, tenantId, settled.name),
    'login, trusted device': async () => {
      const sent = { ...loginBody(tenantId, trusted.name), trust: trustToken as string };
      ({ trustToken } = await caller.ok('POST /auth/login', sent));
    },
    'mfa/challenge': () =>
      caller.ok('POST /auth/mfa/challenge', { body: { method: 'email' }, bearer: askers.pop() as string }),
    'mfa/verify': () => verify(waiting.pop() as Person),
    'mfa/verify, device trusted': () => verify(trusting.pop() as Person, { trustDevice: true }),
    'mfa/verify, wrong code': async () => {
      const { secret, bearer } = guessing.pop() as Person;
      const sent = { body: { method: 'totp', otp: totp(secret, -9) }, bearer };
      const { status } = await caller.call('POST /auth/mfa/verify', sent);
      if (status !== 400) throw new Error(`expected 400 for a wrong code, got ${status}`);
    },
    'mfa/verify-recovery-code': () => {
      const { bearer, code } = lost.pop() as (typeof lost)[number];
      return caller.ok('POST /auth/mfa/verify-recovery-code', { body: { code }, bearer });
    },
    'mfa/generate-recovery-code': () => codesOf(settled),
    'mfa/toggle': toggle,
    'mfa/reset-totp': () => caller.ok('POST /auth/mfa/reset-totp', { body: {}, bearer: leaving.pop()?.bearer }),
  };
}
