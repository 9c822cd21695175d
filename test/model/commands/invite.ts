// A host with the permission to invite does so: in good faith, with a wrong number, or with a number of their own.

import { claim } from '../oracle/proofs.ts';
import { endAll, endOf } from '../oracle/sessions.ts';
import { type Asked, ask } from '../world/ask.ts';
import { ATTACKER, INVITER } from '../world/case.ts';
import type * as E from '../world/entities.ts';
import { isOwner, ownerOf } from '../world/knowledge.ts';
import { kindOf, named, personOf, tenantOf, violate, type World } from '../world/world.ts';
import { asAdmin, openAdmins } from './admin-console.ts';
import { command } from './command.ts';
import { addInvitation, endInvitations } from './reset.ts';
import { accountOf, copyOf, meet, openCopies, owners, sessionOf, tenants, withSession } from './shared.ts';

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
    noteInvited(world, reply, accountOf(world, sessionOf(world, copy)).tenant, { email, phone }, reply.body.userId);
  },
});

type ByAdmin = { session: string; tenant: string; email: string };
const INVITATIONS = '/auth/admin/api/invitations';

export const inviteAsAdmin = command<ByAdmin>({
  name: 'invite as admin',
  group: 'squat',
  weight: 8,
  routes: [`POST ${INVITATIONS}`],
  options: (world) =>
    openAdmins(world).flatMap(({ name: session }) =>
      tenants(world).flatMap(({ name: tenant }) =>
        owners(world).map(({ name: email }) => ({ session, tenant, email })),
      ),
    ),
  run: async (world, { session, tenant, email: emailOf }) => {
    const { email } = personOf(world, emailOf);
    const body = { tenantId: tenantOf(world, tenant).id, email };
    const reply = await asAdmin(world, named(world.adminSessions, session), `POST ${INVITATIONS}`, body);
    if (reply.status === 201) noteInvited(world, reply, tenant, { email, phone: null }, reply.body.invitation.id);
  },
});

/** An account that was invited gets another link, or none. */
export const changeInvitation = command<{ session: string; account: string; what: 'resend' | 'revoke' }>({
  name: 'resend or revoke an invitation',
  group: 'squat',
  weight: 4,
  routes: [`POST ${INVITATIONS}/{id}/resend`, `DELETE ${INVITATIONS}/{id}`],
  options: (world) =>
    openAdmins(world).flatMap(({ name: session }) =>
      world.accounts
        .filter(({ invited }) => invited)
        .flatMap(({ name: account }) => (['resend', 'revoke'] as const).map((what) => ({ session, account, what }))),
    ),
  run: async (world, { session: name, account: accountName, what }) => {
    const session = named(world.adminSessions, name);
    const account = accountOf(world, { account: accountName });
    const path = `${INVITATIONS}/${account.id}`;
    const reply = await asAdmin(world, session, what === 'resend' ? `POST ${path}/resend` : `DELETE ${path}`);
    if (reply.status === 201) for (const message of reply.messages) addInvitation(world, account, message);
    if (reply.status === 200) endInvitations(world, account);
  },
});

function noteInvited(
  world: World,
  reply: Asked,
  tenant: string,
  { email, phone }: { email: string | null; phone: string | null },
  id: string,
): void {
  const invited = (email ?? phone)!;
  const [created] = reply.created;
  const made = { tenant, email, phone, creator: 'invitation', invited } as const;
  const account = created ? meet(world, created.id, made) : accountOf(world, { account: nameById(world, id) });
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
}

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
