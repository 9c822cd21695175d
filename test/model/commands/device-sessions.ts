// Thieves try to bind sessions to keys of theirs, and to prove keys that no session has. Nothing is bound, and no token
// becomes worth more. Offers are made over https alone, so no session of the model is bound.

import { newKey, registrationOf, signed } from '../../support/device-sessions.ts';
import { claimsOf } from '../../support/tokens.ts';
import { ask } from '../world/ask.ts';
import { named, violate } from '../world/world.ts';
import { openAdmins } from './admin-console.ts';
import { command } from './command.ts';
import { accountOf, copyOf, openCopies, sessionOf, withSession } from './shared.ts';

const OF_ADMINS = ['POST /auth/admin/device-sessions', 'POST /auth/admin/device-sessions/proof'] as const;

export const tryBinding = command<{ by: string; session: string }>({
  name: 'try to bind a session to a key',
  group: 'base',
  weight: 1,
  atMost: 2,
  routes: ['POST /auth/device-sessions', 'POST /auth/device-sessions/proof', ...OF_ADMINS],
  options: (world) => (openAdmins(world)[0] ? withSession(world, openCopies) : []),
  run: async (world, { by, session: name }) => {
    const copy = copyOf(world, by, name);
    const key = newKey();
    const headers = { cookie: `svc_refresh=${copy.refresh}` };
    const response = registrationOf(key, 'v1.AAAA');
    const bound = await ask(world, by, 'POST /auth/device-sessions', {
      headers: { ...headers, 'secure-session-response': response },
    });
    const proved = await ask(world, by, 'POST /auth/device-sessions/proof', {
      headers: {
        ...headers,
        'sec-secure-session-id': claimsOf(copy.refresh).sid as string,
        'secure-session-response': signed(key.privateKey, 'v1.AAAA'),
      },
    });
    const { cookie } = named(world.adminSessions, openAdmins(world)[0]!.name);
    for (const route of OF_ADMINS) {
      const sent = { cookie, 'secure-session-response': response, 'sec-secure-session-id': `ads_${'0'.repeat(22)}` };
      const { status } = await ask(world, by, route, { headers: sent });
      if (status === 200) violate(world, 'session.ended', `${by} bound the session of an admin to a key`);
    }
    if (bound.status === 200 || proved.status === 200)
      violate(world, 'session.other', `${by} bound ${name} to a key`, accountOf(world, sessionOf(world, copy)));
  },
});
