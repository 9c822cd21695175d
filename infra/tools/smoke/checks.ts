// Checks that the smoke test and the login probe share.
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import type { Client } from '../../../lib/packages/client/node.ts';

/** Throws unless the service is healthy and names the address as its issuer. */
export async function requireIssuer({ discovery }: Client, baseUrl: string): Promise<void> {
  await discovery.health();
  const { issuer } = await discovery.openidConfiguration();
  if (issuer !== baseUrl) throw new Error(`its issuer is ${issuer}. Use that address.`);
}

/** Verifies the client's access token by the public keys, as services do, and returns whose it is. */
export async function verifyOffline(client: Client, baseUrl: string): Promise<string | undefined> {
  const keys = createLocalJWKSet((await client.discovery.jwks()) as JSONWebKeySet);
  const { payload } = await jwtVerify(client.tokens()?.accessToken as string, keys, { issuer: baseUrl });
  return payload.sub;
}
