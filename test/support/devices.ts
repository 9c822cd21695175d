// A device without a browser that asks for tokens, and the browser of its user.
import { DEVICE_GRANT } from '../../lib/contract/applications.ts';
import { basicOf, type Known, newApplication, postForm } from './applications.ts';
import type { Reply, Send } from './http.ts';
import type { Jar } from './jar.ts';
import type { Service, Tenant } from './service.ts';

export type Codes = {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
};

/** A program that has no browser and keeps no secret. */
export const newTerminal = (given: Parameters<typeof newApplication>[0] = {}): Promise<Known> =>
  newApplication({
    name: 'Terminal',
    kind: 'native',
    redirectUris: [],
    grants: ['authorization_code', 'refresh_token', DEVICE_GRANT],
    ...given,
  });

/** A tenant whose users may sign in on devices. */
export const deviceTenant = (service: Service, more: Record<string, unknown> = {}): Promise<Tenant> =>
  service.tenant({ deviceGrant: { enabled: true }, ...more });

const asClient = (known: Known, fields: Record<string, string>, { headers, ...more }: Send = {}) =>
  known.application.kind === 'server'
    ? [fields, { headers: { ...basicOf(known), ...headers }, ...more }]
    : ([
        { client_id: known.application.id, ...fields },
        { headers, ...more },
      ] as const);
const post = (
  service: Pick<Service, 'send'>,
  path: string,
  known: Known,
  fields: Record<string, string>,
  send?: Send,
) => {
  const [form, options] = asClient(known, fields, send);
  return postForm(service, path, form as Record<string, string>, options as Send);
};

export const ask = (
  service: Pick<Service, 'send'>,
  known: Known,
  more: Record<string, string> = {},
  send?: Send,
): Promise<Reply> =>
  post(service, '/oauth2/device_authorization', known, { scope: 'openid email offline_access', ...more }, send);

export async function codesOf(...asked: Parameters<typeof ask>): Promise<Codes> {
  const reply = await ask(...asked);
  if (reply.status !== 200) throw new Error(`device: ${reply.text}`);
  return reply.body;
}

/** Asks once whether the user has decided. */
export const poll = (
  service: Pick<Service, 'send'>,
  known: Known,
  { device_code }: Pick<Codes, 'device_code'>,
  more: Record<string, string> = {},
  send?: Send,
): Promise<Reply> => post(service, '/oauth2/token', known, { grant_type: DEVICE_GRANT, device_code, ...more }, send);

export const type = (jar: Pick<Jar, 'post'>, userCode: string, send?: Send): Promise<Reply> =>
  jar.post('/oauth2/device', { userCode }, send);

/** Decides what the page showed. */
export const decide = (
  jar: Pick<Jar, 'post'>,
  { resume, account }: { resume: string; account: { id: string } },
  isAllowed = true,
  send?: Send,
): Promise<Reply> => jar.post('/oauth2/device/decision', { resume, userId: account.id, isAllowed }, send);

/** Types the code and allows what it is for. */
export async function allow(jar: Pick<Jar, 'post'>, { user_code }: Pick<Codes, 'user_code'>): Promise<void> {
  const reply = await decide(jar, (await type(jar, user_code)).body);
  if (reply.status !== 200) throw new Error(`device: ${reply.text}`);
}
