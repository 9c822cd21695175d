// Defines budget actions of passkeys. Options are asked for here, outside of the measurement of what uses them.
import { type SoftwareAuthenticator, softwareAuthenticator } from '../../../lib/packages/testing/authenticator.ts';
import { CHALLENGE, VERIFIER } from '../../support/binding.ts';
import type { Caller } from '../harness/caller.ts';
import { signup, type World } from '../harness/world.ts';
import { times } from './times.ts';

type Options = { options: never };
/** Pages of this machine may use them on each port. */
const origin = 'http://localhost';
const [codeVerifier, codeChallenge] = [VERIFIER, CHALLENGE];

export async function passkeyActions(caller: Caller, { tenantId }: World, uses: number) {
  const ask = async (path: string, bearer: string | undefined): Promise<never> =>
    ((await caller.ok(`POST /auth/passkeys${path}`, { bearer, body: {} })) as Options).options;
  const { accessToken: bearer } = await signup(caller, tenantId, 'keyed');
  const authenticator: SoftwareAuthenticator = softwareAuthenticator({ origin });
  const credential = authenticator.create(await ask('/options', bearer));
  await caller.ok('POST /auth/passkeys', { bearer, body: { credential } });
  const begin = () =>
    caller.ok('POST /auth/passkeys/login-options', { body: { tenantId, codeChallenge } }) as Promise<Options>;
  const logins = await times(uses, async () => authenticator.get((await begin()).options));
  let people = 0;
  const proofs = await times(uses, async () => {
    const { accessToken } = await signup(caller, tenantId, `proving${people++}`);
    const own = softwareAuthenticator({ origin });
    const made = own.create(await ask('/options', accessToken));
    await caller.ok('POST /auth/passkeys', { bearer: accessToken, body: { credential: made } });
    return { bearer: accessToken, credential: own.get(await ask('/verify-options', accessToken)) };
  });
  const additions = await times(uses, async () => {
    const { accessToken } = await signup(caller, tenantId, `adding${people++}`);
    const made = softwareAuthenticator({ origin }).create(await ask('/options', accessToken));
    return { bearer: accessToken, credential: made };
  });
  return {
    'passkeys/login-options': begin,
    'passkeys/login': () =>
      caller.ok('POST /auth/passkeys/login', { body: { tenantId, credential: logins.pop(), codeVerifier } }),
    'passkeys/verify-options': () => ask('/verify-options', bearer),
    'passkeys/verify': () => {
      const { bearer, ...body } = proofs.pop() ?? {};
      return caller.ok('POST /auth/passkeys/verify', { bearer, body });
    },
    'passkeys/add': () => {
      const { bearer, ...body } = additions.pop() ?? {};
      return caller.ok('POST /auth/passkeys', { bearer, body });
    },
  };
}
