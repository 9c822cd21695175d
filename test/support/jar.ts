// Keeps cookies as a browser does: stores the ones it receives and sends them back, in cookie mode.
import { freshIp, type Reply, type Send } from './http.ts';
import type { Service } from './service.ts';

export type Jar = {
  /** Names and values, without the prefix. */
  cookies: Map<string, string>;
  get: (path: string, options?: Send) => Promise<Reply>;
  post: (path: string, body?: unknown, options?: Send) => Promise<Reply>;
  send: (method: string, path: string, options?: Send) => Promise<Reply>;
  /** The names of the cookies, sorted. */
  names: () => string[];
  /** Returns a cookie header with the named cookies only, or with all if none is named. */
  header: (...names: string[]) => string;
  /** Another tab at the same address, with a copy of the cookies. */
  copy: () => Jar;
};

/** A browser at an address of its own, without cookies or with those of `cookies`. */
export function createJar(service: Service, cookies = new Map<string, string>(), ip = freshIp()): Jar {
  const header = (...names: string[]) =>
    [...cookies]
      .filter(([name]) => !names.length || names.includes(name))
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  const send: Jar['send'] = async (method, path, options = {}) => {
    const sent: Record<string, string> = cookies.size ? { cookie: header() } : {};
    const headers = { 'x-access-token-type': 'cookie', ...sent, ...options.headers };
    const reply = await service.send(method, path, { ip, ...options, headers });
    for (const line of reply.setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0(;|$)/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return reply;
  };
  return {
    cookies,
    send,
    header,
    get: (path, options) => send('GET', path, options),
    post: (path, body = {}, options = {}) => send('POST', path, { body, ...options }),
    names: () => [...cookies.keys()].sort(),
    copy: () => createJar(service, new Map(cookies), ip),
  };
}
