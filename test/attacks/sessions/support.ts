// Refreshes sessions from one client, and looks at what the table says about them.
import { freshIp, type Reply } from '../../support/http.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, type Service, type User } from '../../support/service.ts';
import { idOf } from '../../support/stored-users.ts';

export function refreshing(service: Service) {
  const ip = freshIp();
  return {
    refresh: (refreshToken: string): Promise<Reply> => service.post('/auth/refresh-token', { refreshToken }, { ip }),
    me: (token: string): Promise<Reply> => service.get('/auth/me', { headers: bearer(token) }),
    code: async (reply: Promise<Reply>) => (await reply).body.code,
  };
}

/** The outbox items that report a reused token of the user. */
export const reuseEvents = async (user: User) =>
  (await everyRow()).filter(
    ({ type, pk, events }) =>
      type === 'outbox' &&
      pk.startsWith(`T#${user.tenant.id}#`) &&
      JSON.stringify(events).includes('svc.refresh_token_reuse_detected') &&
      JSON.stringify(events).includes(idOf(user)),
  );
