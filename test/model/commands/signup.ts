// People sign up, and attackers sign up with the addresses of others.
import { begin } from '../oracle/sessions.ts';
import { ask } from '../world/ask.ts';
import { INVITER } from '../world/case.ts';
import { learn } from '../world/knowledge.ts';
import { accountAt, personOf, tenantOf } from '../world/world.ts';
import { command, pairs } from './command.ts';
import { meet, owners, passwordOf, tenants, users } from './shared.ts';

/** Addresses by the name of the person whose they are; `-` for none. */
type SignUp = { by: string; tenant: string; email: string; phone: string };

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
      return all.filter(({ email, phone }) => {
        const address = email === '-' ? undefined : personOf(world, email).email;
        const number = phone === '-' ? undefined : personOf(world, phone).phone;
        const isFree = [address, number].every((each) => !each || !accountAt(world, tenant.name, each));
        return (address || number) && isFree && email !== INVITER;
      });
    }),
  run: async (world, { by, tenant, email: emailOf, phone: phoneOf }) => {
    const email = emailOf === '-' ? null : personOf(world, emailOf).email;
    const phone = phoneOf === '-' ? null : personOf(world, phoneOf).phone;
    const password = passwordOf(world);
    const { id: tenantId, mode } = tenantOf(world, tenant);
    const body = { tenantId, password, ...(email && { email }), ...(phone && { phone }) };
    const reply = await ask(world, by, 'POST /auth/signup', { body });
    const [created] = reply.created;
    if (reply.status !== 200 || !created) return;
    // In mode `verifyFirst` an account starts with the one address that the code goes to.
    const kept = mode === 'verifyFirst' && email ? null : phone;
    const account = meet(world, created.id, { tenant, email, phone: kept, creator: by });
    world.passwords.push({ name: `password@${world.step}`, account: account.name, value: password, by });
    learn(world, by, password);
    if (reply.body.accessToken) begin(world, by, reply);
  },
});
