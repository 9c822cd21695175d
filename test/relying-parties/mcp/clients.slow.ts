// Lets the clients of both MCP SDKs reach an MCP server that `protectMcp` protects: they find Gatehouse, get a token for that
// server alone, and ask for a further scope when a tool needs it.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { DpopSession } from '@modelcontextprotocol/client';
import { type Known, newApplication } from '../../support/applications.ts';
import { useDocuments } from '../../support/client-documents.ts';
import type { Jar } from '../../support/jar.ts';
import { CALLBACK, current, newProvider, SDKS } from '../../support/mcp-clients.ts';
import { useMcpServer } from '../../support/mcp-server.ts';
import { signedIn, targetOf } from '../../support/oauth-browser.ts';
import { bearer, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const documents = useDocuments();
const server = useMcpServer(service);
let jar: Jar;
let known: Known;

beforeAll(async () => {
  known = await newApplication({ kind: 'native', party: 'third', redirectUris: [CALLBACK] });
  const hosts = [documents.host];
  ({ jar } = await signedIn(service, await service.tenant({ unregisteredClients: { policy: 'listed', hosts } })));
});

const registered = () => ({ clientInformation: () => ({ client_id: known.application.id, issuer: service.baseUrl }) });
const SCOPES = [{ type: 'text', text: 'tools:read tools:call' }];

describe.each(SDKS)('the client of %s', (_, { connect, finish }) => {
  test('gets a token for the server alone, and a further scope when a tool needs it', async () => {
    const { kept, provider } = newProvider(jar, registered());
    server.refused.length = 0;
    await expect(connect(server.uri, provider)).rejects.toThrow('Unauthorized');
    await finish(server.uri, provider, kept.callback!);
    const token = kept.tokens?.access_token ?? '';
    expect(claimsOf(token)).toMatchObject({ aud: server.uri, scope: 'tools:read' });
    expect((await service.get('/auth/me', { headers: bearer(token) })).status).toBe(401);

    const tools = await connect(server.uri, provider);
    expect(await tools.names()).toEqual(['scopes']);
    await expect(tools.call('scopes')).rejects.toThrow('Unauthorized');
    await finish(server.uri, provider, kept.callback!);
    expect(await (await connect(server.uri, provider)).call('scopes')).toEqual(SCOPES);
    expect([kept.asked, server.refused]).toEqual([
      ['tools:read', 'tools:read tools:call'],
      [401, 403],
    ]);
  });

  test('that is not registered gets a token by its document, and a further scope', async () => {
    const { application } = documents.publish({ redirect_uris: [CALLBACK] });
    const { kept, provider } = newProvider(jar, { clientMetadataUrl: application.id });
    await expect(connect(server.uri, provider)).rejects.toThrow('Unauthorized');
    await finish(server.uri, provider, kept.callback!);
    const claims = claimsOf(kept.tokens?.access_token ?? '');
    expect(claims).toMatchObject({ aud: server.uri, scope: 'tools:read', client_id: application.id });
    await expect((await connect(server.uri, provider)).call('scopes')).rejects.toThrow('Unauthorized');
    await finish(server.uri, provider, kept.callback!);
    expect(await (await connect(server.uri, provider)).call('scopes')).toEqual(SCOPES);
  });

  test('that is not registered gets nothing of a tenant that does not let it in', async () => {
    const { application } = documents.publish({ redirect_uris: [CALLBACK] });
    const { jar: other } = await signedIn(service, await service.tenant());
    const { provider } = newProvider(other, { clientMetadataUrl: application.id });
    let page: string | undefined;
    provider.redirectToAuthorization = async (url) => {
      page = targetOf(await other.get(`${url.pathname}${url.search}`)).to;
    };
    await expect(connect(server.uri, provider)).rejects.toThrow('Unauthorized');
    expect(page).toBe(`${service.baseUrl}/login`);
  });
});

describe('the client of @modelcontextprotocol/client', () => {
  const { connect, finish } = current;

  test('refreshes its token without the user', async () => {
    const clientMetadata = { redirect_uris: [CALLBACK], grant_types: ['authorization_code', 'refresh_token'] };
    const { kept, provider } = newProvider(jar, { ...registered(), clientMetadata });
    await expect(connect(server.uri, provider)).rejects.toThrow('Unauthorized');
    await finish(server.uri, provider, kept.callback!);
    const first = kept.tokens!;
    kept.tokens = { ...first, access_token: 'expired' };
    expect(await (await connect(server.uri, provider)).names()).toEqual(['scopes']);
    expect([kept.asked, kept.tokens?.refresh_token === first.refresh_token]).toEqual([
      ['tools:read offline_access'],
      false,
    ]);
  });

  test.each([
    ['another', (callback: URLSearchParams) => callback.set('iss', 'https://other.example')],
    ['no', (callback: URLSearchParams) => callback.delete('iss')],
  ])('keeps a code to itself that came with %s issuer', async (_, alter) => {
    const { kept, provider } = newProvider(jar, registered());
    await expect(connect(server.uri, provider)).rejects.toThrow('Unauthorized');
    const altered = new URLSearchParams(kept.callback);
    alter(altered);
    await expect(finish(server.uri, provider, altered)).rejects.toMatchObject({ name: 'IssuerMismatchError' });
    await finish(server.uri, provider, kept.callback!);
    expect(await (await connect(server.uri, provider)).names()).toEqual(['scopes']);
  });

  test('binds its tokens to its key, and proves it to the server', async () => {
    const session = await DpopSession.create();
    const { kept, provider } = newProvider(jar, { ...registered(), dpop: () => session });
    await expect(connect(server.uri, provider)).rejects.toThrow('Unauthorized');
    await finish(server.uri, provider, kept.callback!);
    expect(kept.tokens?.token_type).toBe('DPoP');
    const token = kept.tokens?.access_token ?? '';
    expect(claimsOf(token)).toMatchObject({ cnf: { jkt: session.thumbprint } });
    expect(await (await connect(server.uri, provider)).names()).toEqual(['scopes']);
    expect((await fetch(server.uri, { method: 'POST', body: '{}', headers: bearer(token) })).status).toBe(401);
  });
});
