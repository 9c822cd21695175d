// People sign up, and attackers sign up with the addresses of others.
import { now } from '../../../lib/platform/clock.ts';
import { challengeOf } from '../../support/binding.ts';
import { replaceOlder } from '../oracle/proofs.ts';
import { begin } from '../oracle/sessions.ts';
import { ask } from '../world/ask.ts';
import { INVITER } from '../world/case.ts';
import type * as E from '../world/entities.ts';
import { learn } from '../world/knowledge.ts';
import { accountAt, nameOf, personOf, tenantOf, type World } from '../world/world.ts';
import { command, pairs } from './command.ts';
import { meet, owners, passwordOf, tenants, users } from './shared.ts';

/** Addresses by the name of the person whose they are; `-` for none. */
type SignUp = { by: string; tenant: string; email: string; phone: string; isBound: boolean };

/** Whether a sign-up with the address does something: where addresses are verified first, also if it is unproved. */
function isSignable(world: World, { name, mode }: E.Tenant, address: string): boolean {
  const account = accountAt(world, name, address);
  return !account || (mode === 'verifyFirst' && account.isUnclaimed);
}

export const signUp = command<SignUp>({
  name: 'sign up',
  group: 'squat',
  // Nothing happens without accounts.
  weight: ({ accounts }) => (accounts.length < 4 ? 24 : 3),
  routes: ['POST /auth/signup'],
  options: (world) =>
    pairs(users(world), tenants(world)).flatMap(([person, tenant]) => {
      const emails = person.isAttacker ? owners(world).map(({ name }) => name) : [person.name];
      const phones = ['-', person.name];
      const own = { by: person.name, tenant: tenant.name };
      const all = pairs([...emails, person.name, '-'], phones).map(([email, phone]) => ({ ...own, email, phone }));
      return all
        .filter(({ email, phone }) => {
          const address = email === '-' ? undefined : personOf(world, email).email;
          const number = phone === '-' ? undefined : personOf(world, phone).phone;
          const isFree = [address, number].every((each) => !each || isSignable(world, tenant, each));
          return (address || number) && isFree && email !== INVITER;
        })
        .flatMap((each) => [true, false].map((isBound) => ({ ...each, isBound })));
    }),
  run: async (world, { by, tenant, email: emailOf, phone: phoneOf, isBound }) => {
    const email = emailOf === '-' ? null : personOf(world, emailOf).email;
    const phone = phoneOf === '-' ? null : personOf(world, phoneOf).phone;
    const password = passwordOf(world);
    const { id: tenantId, mode } = tenantOf(world, tenant);
    const bound = isBound ? { codeChallenge: challengeOf(personOf(world, by).verifier) } : {};
    const body = { tenantId, password, ...(email && { email }), ...(phone && { phone }), ...bound };
    const reply = await ask(world, by, 'POST /auth/signup', { body });
    if (reply.status !== 200) return;
    const [created] = reply.created;
    // In mode `verifyFirst` an account starts with the one address that the code goes to.
    const kept = mode === 'verifyFirst' && email ? null : phone;
    const account = created
      ? meet(world, created.id, { tenant, email, phone: kept, creator: by, isUnclaimed: true })
      : accountAt(world, tenant, (email ?? phone)!);
    if (!account) return;
    const name = nameOf(world, 'password');
    // It opens nothing until the client that chose it brings the code back.
    const waiting = { reason: 'the address of the sign-up was not proved', at: now() };
    const isWaiting = mode === 'verifyFirst';
    world.passwords.push({ name, account: account.name, value: password, by, ...(isWaiting && { ended: waiting }) });
    for (const message of reply.messages) {
      if (isBound && isWaiting) {
        message.binding = by;
        message.choice = { password: name };
      }
      replaceOlder(world, message);
    }
    learn(world, by, password);
    if (!reply.body.accessToken) return;
    begin(world, by, reply);
    // A sign-up is no login: its network is known only as long as its session (decision 26).
    world.places.delete(`${personOf(world, by).ip}|${account.name}`);
  },
});
