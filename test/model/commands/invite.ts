// A host with the permission to invite does so: in good faith, with a wrong number, or with a number of their own.

import { claim } from '../oracle/proofs.ts';
import { endAll, endOf } from '../oracle/sessions.ts';
import { ask } from '../world/ask.ts';
import { ATTACKER, INVITER } from '../world/case.ts';
import type * as E from '../world/entities.ts';
import { isOwner, ownerOf } from '../world/knowledge.ts';
import { kindOf, personOf, violate, type World } from '../world/world.ts';
import { command } from './command.ts';
import { addInvitation } from './reset.ts';
import { accountOf, copyOf, meet, openCopies, owners, sessionOf, withSession } from './shared.ts';

/** People whose e-mail address and number are given; `-` for none. */
type Invite = { by: string; session: string; email: string; phone: string };

export const invite = command<Invite>({
  name: 'invite',
  group: 'squat',
  weight: 20,
  routes: ['POST /auth/invite'],
  options: (world) =>
    withSession(world, openCopies)
      .filter(({ by, session }) => isHost(world, by, session))
      .flatMap((choice) => {
        const guests = owners(world)
          .map(({ name }) => name)
          .filter((name) => name !== INVITER);
        const both = guests.flatMap((email) => ['-', email, INVITER, ATTACKER].map((phone) => ({ email, phone })));
        const onlyPhone = [...guests, ATTACKER].map((phone) => ({ email: '-', phone }));
        return [...both, ...onlyPhone].map((each) => ({ ...choice, ...each }));
      }),
  run: async (world, { by, session, email: emailOf, phone: phoneOf }) => {
    const copy = copyOf(world, by, session);
    const email = emailOf === '-' ? null : personOf(world, emailOf).email;
    const phone = phoneOf === '-' ? null : personOf(world, phoneOf).phone;
    const body = { ...(email && { email }), ...(phone && { phone }) };
    const reply = await ask(world, by, 'POST /auth/invite', { body, token: copy.access });
    if (reply.status !== 201) return;
    const invited = (email ?? phone)!;
    const { tenant } = accountOf(world, sessionOf(world, copy));
    const [created] = reply.created;
    const made = { tenant, email, phone, creator: 'invitation', invited } as const;
    const account = created
      ? meet(world, created.id, made)
      : accountOf(world, { account: nameById(world, reply.body.userId) });
    if (!created) {
      const { isUnclaimed } = account;
      claim(world, account, [kindOf(invited)]);
      if (isUnclaimed) {
        endAll(account, 'an invitation of the address');
        Object.assign(account, { creator: 'invitation', invited });
      }
      requireNoSquatter(world, account, invited);
    }
    for (const message of reply.messages) addInvitation(world, account, message);
  },
});

const nameById = (world: World, id: string): string => world.accounts.find((each) => each.id === id)!.name;

/** The host of the case, in the tenant where the host may invite. */
const isHost = (world: World, by: string, session: string): boolean => {
  const account = accountOf(world, sessionOf(world, copyOf(world, by, session)));
  return by === INVITER && account.name === 'account@0';
};

/** Checks that no other person than the invited one can get into the account that the reply names. */
function requireNoSquatter(world: World, account: E.Account, invited: string): void {
  const guest = ownerOf(world, invited);
  const isForeign = ({ by }: { by: string }): boolean => by !== guest && by !== 'admin' && !isGuest(world, by, account);
  const password = world.passwords.find((each) => each.account === account.name && !each.ended && isForeign(each));
  const session = world.sessions.find(
    (each) => each.account === account.name && isForeign(each) && !endOf(world, each),
  );
  if (!account.first && (password || session))
    violate(
      world,
      'invitation.squatter',
      `the invitation of ${invited} names ${account.name} of ${account.creator}`,
      account,
    );
}
/** Whether the person is an owner of the account for another reason than having made it. */
const isGuest = (world: World, by: string, account: E.Account): boolean =>
  account.creator !== by && isOwner(world, by, account);
