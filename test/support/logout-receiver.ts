// An application that is told when its sessions end (OpenID Connect Back-Channel Logout 1.0).
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import type { Service } from './service.ts';
import { until } from './until.ts';

export type Receiver = {
  uri: string;
  /** The bodies that arrived, in order. */
  bodies: string[];
  /** What it responds with, one after the other; 200 afterwards. */
  replies: ((response: ServerResponse) => void)[];
  /** Waits for the verified claims of the logout token about this session. */
  told: (service: Pick<Service, 'baseUrl'>, session: string, audience: string) => Promise<JWTPayload>;
  stop: () => Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const bodies: string[] = [];
  const replies: Receiver['replies'] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    const reply = replies.shift() ?? ((each) => each.end());
    reply(response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/logout`,
    bodies,
    replies,
    told: async ({ baseUrl }, session, audience) => {
      const keys = createRemoteJWKSet(new URL(`${baseUrl}/.well-known/jwks.json`));
      const token = await until(() => tokensIn(bodies).find((each) => sidOf(each) === session), 'a logout token');
      const { payload } = await jwtVerify(token, keys, { issuer: baseUrl, audience, typ: 'logout+jwt' });
      return payload;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const tokensIn = (bodies: readonly string[]): string[] =>
  bodies.flatMap((body) => new URLSearchParams(body).get('logout_token') ?? []);

const sidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()).sid;
