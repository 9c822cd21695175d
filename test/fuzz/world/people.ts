// Describes who sends requests: what they are and what they show.
import { basic } from '../../support/applications.ts';
import type { Reply } from '../../support/http.ts';
import type { Draft } from '../request.ts';
import type { Side } from './pool.ts';

/** An account whose owner uses it in requests. */
export type Person = {
  side: 'a' | 'b';
  tenantId: string;
  email: string;
  phone?: string;
  password: string;
  userId?: string;
  /** The secret of the authenticator. */
  totp?: string;
  deviceId?: string;
};

export type CallerKind = 'stranger' | 'bearer' | 'browser' | 'pending' | 'admin' | 'application' | 'machine';
export type Caller = {
  name: string;
  kind: CallerKind;
  side: Side;
  ip: string;
  person?: Person;
  /** The access token, of users and of applications. */
  access?: string;
  refresh?: string;
  /** Cookies of a browser or an admin. */
  cookies: Map<string, string>;
  csrf?: string;
  /** Id and secret of an application. */
  client?: { id: string; secret: string };
  /** Whether its credentials no longer work. */
  isStale: boolean;
};

export const cookiesOf = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** The headers by which a caller proves who it is. */
export function credentialsOf(caller: Caller, access: string): Draft['headers'] {
  const { kind, cookies, csrf, client } = caller;
  if (client && access === 'client') return Object.entries(basic(client.id, client.secret));
  if (kind === 'browser') {
    return [
      ['x-access-token-type', 'cookie'],
      ['cookie', cookiesOf(cookies)],
      ...(csrf === undefined ? [] : ([['x-csrf-token', csrf]] as Draft['headers'])),
    ];
  }
  if (kind === 'admin') return [['cookie', cookiesOf(cookies)]];
  return caller.access === undefined ? [] : [['authorization', `Bearer ${caller.access}`]];
}

/** Keeps the cookies of a reply, as a browser does. */
export function keepCookies(caller: Caller, { setCookies, body }: Reply): void {
  for (const line of setCookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0(;|$)/.test(line)) caller.cookies.delete(name);
    else caller.cookies.set(name, value);
  }
  if (typeof body?.csrfToken === 'string') caller.csrf = body.csrfToken;
}
