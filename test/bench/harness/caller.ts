// Calls the service with a minimal HTTP client, so that the benchmark measures the service and not the client.
import { Agent, request } from 'node:http';

/** As long as the user agent of a real browser, because it is stored with the session. */
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export type Sent = {
  body?: unknown;
  /** Sent as a form instead of a body. */
  form?: Record<string, string>;
  /** The header of HTTP Basic authentication. */
  basic?: { name: string; secret: string };
  bearer?: string;
  cookie?: string;
  /** Requests tokens in cookies. */
  inCookies?: boolean;
  trust?: string;
  from?: string;
};
export type Reply = { status: number; body: Record<string, unknown>; cookies: string[]; location?: string };
export type Caller = {
  /** Sends a request. `route` is written as in the contract, with an optional query: `GET /auth/me`. */
  call: (route: string, sent?: Sent) => Promise<Reply>;
  /** Like `call`, and returns the body. Throws unless the status is 2xx. */
  ok: (route: string, sent?: Sent) => Promise<Record<string, unknown>>;
  stop: () => void;
};

/** Creates a caller. `from` in a call is the loopback address it is sent from, because limits count by address. */
export function createCaller(baseUrl: string): Caller {
  const agents = new Map<string, Agent>();
  const agentOf = (from: string): Agent => {
    const agent = agents.get(from) ?? new Agent({ keepAlive: true });
    agents.set(from, agent);
    return agent;
  };

  const call = (
    route: string,
    { body, form, basic, bearer, cookie, inCookies, trust, from = '127.0.0.1' }: Sent = {},
  ): Promise<Reply> => {
    const [method, path = '/'] = route.split(' ');
    const json = body === undefined ? undefined : JSON.stringify(body);
    const payload = form ? new URLSearchParams(form).toString() : json;
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    const headers = {
      accept: 'application/json',
      'user-agent': USER_AGENT,
      ...(payload === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(payload) }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(basic ? { authorization: `Basic ${btoa(`${basic.name}:${basic.secret}`)}` } : {}),
      ...(cookie === undefined ? {} : { cookie }),
      ...(inCookies ? { 'x-access-token-type': 'cookie' } : {}),
      ...(trust === undefined ? {} : { 'x-svc-device-trust': trust }),
    };
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: agentOf(from), localAddress: from };
      const outgoing = request(baseUrl + path, options, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk) => {
          text += chunk;
        });
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            body: text ? JSON.parse(text) : {},
            location: incoming.headers.location,
            cookies: incoming.headers['set-cookie'] ?? [],
          }),
        );
        incoming.on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  };

  const ok = async (route: string, sent?: Sent): Promise<Record<string, unknown>> => {
    const { status, body } = await call(route, sent);
    if (status >= 300) throw new Error(`${route}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const stop = () => {
    for (const agent of agents.values()) agent.destroy();
  };
  return { call, ok, stop };
}
