// The MCP clients of both official SDKs, with the user's browser and the memory that an application gives them.
import type { OAuthClientProvider, OAuthDiscoveryState, StoredOAuthTokens } from '@modelcontextprotocol/client';
import * as client from '@modelcontextprotocol/client';
import type { OAuthClientProvider as OldProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Jar } from './jar.ts';
import { approve } from './oauth-browser.ts';

export const CALLBACK = 'http://localhost:9/callback';

/** `asked`: the scope of each visit of the browser. `callback`: what the last one came back with. */
export type Kept = { tokens?: StoredOAuthTokens; callback?: URLSearchParams; asked: (string | null)[] };
type Who = Pick<OAuthClientProvider, 'clientInformation' | 'clientMetadataUrl' | 'clientMetadata' | 'dpop'>;

/** Returns what an application gives the SDK: who it is, what it keeps, and the browser of its user. */
export function newProvider(jar: Jar, who: Partial<Who>) {
  const kept: Kept = { asked: [] };
  let verifier = '';
  let state: OAuthDiscoveryState | undefined;
  let saved: { client_id: string } | undefined;
  const provider: OAuthClientProvider & OldProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { redirect_uris: [CALLBACK] },
    clientInformation: () => saved,
    saveClientInformation: (information) => {
      saved = information;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: StoredOAuthTokens) => {
      kept.tokens = tokens;
    },
    codeVerifier: () => verifier,
    saveCodeVerifier: (made) => {
      verifier = made;
    },
    discoveryState: () => state,
    saveDiscoveryState: (found: OAuthDiscoveryState) => {
      state = found;
    },
    redirectToAuthorization: async (url) => {
      kept.asked.push(url.searchParams.get('scope'));
      kept.callback = (await approve(jar, url)).searchParams;
    },
    ...who,
  };
  return { kept, provider };
}

type Provider = ReturnType<typeof newProvider>['provider'];
export type Tools = {
  names: () => Promise<string[]>;
  call: (name: string) => Promise<unknown>;
};
export type Sdk = {
  /** Opens a connection. Rejects while the user's browser has to be asked. */
  connect: (uri: string, provider: Provider) => Promise<Tools>;
  /** Redeems what the browser came back with. */
  finish: (uri: string, provider: Provider, callback: URLSearchParams) => Promise<void>;
};

const INFO = { name: 'client', version: '1.0.0' };

const old: Sdk = {
  connect: async (uri, authProvider) => {
    const made = new OldClient(INFO);
    await made.connect(new OldTransport(new URL(uri), { authProvider }) as Parameters<typeof made.connect>[0]);
    return {
      names: async () => (await made.listTools()).tools.map(({ name }) => name),
      call: async (name) => (await made.callTool({ name })).content,
    };
  },
  finish: (uri, authProvider, callback) =>
    new OldTransport(new URL(uri), { authProvider }).finishAuth(callback.get('code') ?? ''),
};

export const current = {
  connect: async (uri: string, authProvider: OAuthClientProvider): Promise<Tools> => {
    const made = new client.Client(INFO);
    await made.connect(new client.StreamableHTTPClientTransport(new URL(uri), { authProvider }));
    return {
      names: async () => (await made.listTools()).tools.map(({ name }) => name),
      call: async (name) => (await made.callTool({ name, arguments: {} })).content,
    };
  },
  finish: (uri, authProvider, callback) =>
    new client.StreamableHTTPClientTransport(new URL(uri), { authProvider }).finishAuth(callback),
} satisfies Sdk;

export const SDKS: [string, Sdk][] = [
  ['@modelcontextprotocol/sdk', old],
  ['@modelcontextprotocol/client', current],
];
