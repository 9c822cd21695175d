// Tells an application that one of its sessions has ended (OpenID Connect Back-Channel Logout 1.0). Lambda keeps the
// event and tries again if this throws. The token is never logged.
import type { Context } from 'aws-lambda';
import { events, LOGOUT_EVENT } from '../contract/events.ts';
import { newLogoutToken } from '../domain/oauth/logout-token.ts';
import { clientId } from '../platform/client-ids.ts';
import { Unavailable } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { postForm } from '../platform/outbound/outbound-fetch.ts';
import { find } from '../store/applications/applications.ts';
import { inBatch } from './batch.ts';

/** The event as the bus delivers it. */
export type LogoutEvent = { 'detail-type'?: unknown; detail?: unknown };

/**
 * Posts a logout token to the application, if it is active and has an address for it. An event may come again, so an
 * application may be told twice. Throws `Unavailable` unless the application accepts the token.
 */
export async function tellApplication(event: LogoutEvent, context?: Context): Promise<void> {
  await inBatch('backchannel-logout', 1, context, async () => {
    const ended = events[LOGOUT_EVENT].safeParse(event.detail);
    const id = ended.success ? clientId(ended.data.applicationId) : undefined;
    if (event['detail-type'] !== LOGOUT_EVENT || !ended.success || !id) throw new Unavailable('malformed event');
    const application = await find(id);
    const uri = application?.status === 'active' ? application.backchannelLogoutUri : null;
    if (uri != null) await tell(uri, ended.data);
    const { tenantId: tenant, sessionId: session } = ended.data;
    log.info(uri == null ? 'logout_not_told' : 'logout_told', { tenant, session, application: id });
    return { batchItemFailures: [] };
  });
}

async function tell(uri: string, { id, ...ended }: Parameters<typeof newLogoutToken>[1] & { id: string }) {
  const logoutToken = await newLogoutToken(id, ended);
  const status = await postForm(uri, new URLSearchParams({ logout_token: logoutToken }));
  // 200; some frameworks respond with 204 (2.8).
  if (status < 200 || status >= 300) throw new Unavailable(`the application responded with ${status}`);
}
