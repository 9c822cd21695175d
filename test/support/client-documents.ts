// Serves the documents of clients that are not registered, over https on loopback, where the service of a test fetches them.
import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { close, listen } from '../../infra/tools/local/ports.ts';
import type { ApplicationId } from '../../lib/platform/ids.ts';
import { unregistered } from '../../lib/store/applications/applications.ts';
import { type Known, postForm } from './applications.ts';
import { newCertificate } from './certificate.ts';
import type { Reply } from './http.ts';
import type { Jar } from './jar.ts';
import { type AppTokens, codeOf, type Query } from './oauth-browser.ts';
import { running } from './prepared.ts';
import type { Service } from './service.ts';

type Fields = Record<string, unknown>;
/** How it is served. `body` replaces the document. `isHung`: no response comes. */
export type Serving = { status?: number; headers?: Record<string, string>; body?: string; isHung?: boolean };

export type Documents = {
  /** The host, with its port. */
  host: string;
  /** An address of the host that clients may be sent codes to. */
  callback: string;
  /** Publishes a document with these fields, and returns its client. */
  publish: (fields?: Fields, serving?: Serving, path?: string) => Known;
  /** Publishes keys at an address of the host, and returns it. */
  publishKeys: (keys: readonly unknown[], serving?: Serving, path?: string) => string;
  /** Replaces fields of what is published. */
  change: (known: Known, fields: Fields, serving?: Serving) => void;
  /** The number of fetches so far. */
  fetches: (known: Known) => number;
  stop: () => Promise<void>;
};

/** The client that this address is the id of. */
export const clientAt = (url: string): Known => ({ application: unregistered(url as ApplicationId), secret: '' });

async function start(): Promise<Documents> {
  const { cert, key } = newCertificate();
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  const published = new Map<string, { fields: Fields; serving: Serving; fetches: number }>();
  const server = createServer({ cert, key }, (request, response) => {
    const found = published.get(request.url ?? '');
    if (!found) return void response.writeHead(404).end();
    found.fetches++;
    const { status = 200, headers = {}, body = JSON.stringify(found.fields), isHung } = found.serving;
    if (isHung) return;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  const host = `localhost:${await listen(server, 0)}`;
  const callback = `https://${host}/callback`;
  const of = ({ application }: Known) => {
    const found = published.get(application.id.slice(`https://${host}`.length));
    if (!found) throw new Error(`no document at ${application.id}`);
    return found;
  };
  let next = 0;
  return {
    host,
    callback,
    publish: (given = {}, serving = {}, path = `/client-${next++}.json`) => {
      const known = clientAt(`https://${host}${path}`);
      const fields = {
        client_id: known.application.id,
        client_name: 'Assistant',
        redirect_uris: [callback],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        ...given,
      };
      published.set(path, { fields, serving, fetches: 0 });
      return known;
    },
    publishKeys: (keys, serving = {}, path = `/keys-${next++}.json`) => {
      published.set(path, { fields: { keys }, serving, fetches: 0 });
      return `https://${host}${path}`;
    },
    change: (known, fields, serving) => {
      const found = of(known);
      Object.assign(found, { fields: { ...found.fields, ...fields }, ...(serving && { serving }) });
    },
    fetches: (known) => of(known).fetches,
    stop: async () => {
      setDefaultCACertificates(before);
      await close(server);
    },
  };
}

/** Serves documents while the tests of a file run. */
export const useDocuments = (): Documents => running(start);

type Sends = Pick<Service, 'send'>;
type Form = Record<string, string>;

/** Calls the token endpoint as the client, which has no credential. */
export const tokenAs = (service: Sends, known: Known, fields: Form): Promise<Reply> =>
  postForm(service, '/oauth2/token', { client_id: known.application.id, ...fields });

/** Exchanges a code as the client. */
export const exchangeAs = (
  service: Sends,
  known: Known,
  { code, verifier }: { code: string; verifier: string },
  more: Form = {},
): Promise<Reply> =>
  tokenAs(service, known, { grant_type: 'authorization_code', code, code_verifier: verifier, ...more });

/** The tokens that the client gets after its user has agreed. */
export async function tokensAs(service: Sends, jar: Jar, known: Known, more: Query): Promise<AppTokens> {
  const reply = await exchangeAs(service, known, await codeOf(jar, known, more));
  if (reply.status !== 200) throw new Error(`token: ${reply.text}`);
  return reply.body;
}
