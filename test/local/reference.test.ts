// Checks the documents of the API that the local run serves, and the page that shows them.
import { describe, expect, test } from '@jest/globals';
import { openapi } from '../../lib/contract/documents/openapi.ts';
import { useService } from '../support/service.ts';

const service = useService({}, { changeFeed: false });

describe('the documents of the local run', () => {
  test('are those of the contract, with this run as their server', async () => {
    const { status, body, headers } = await service.get('/openapi.json');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const expected = { ...openapi(), servers: [{ url: service.baseUrl }] };
    expect(body).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  test('include the one of the declared resources', async () => {
    const { body } = await service.get('/resources.json');
    expect(body.openapi).toMatch(/^3\.1/);
    expect(body.servers).toEqual([{ url: service.baseUrl }]);
    expect(Object.keys(body.paths).length).toBeGreaterThan(0);
  });

  test.each(['/openapi.json', '/resources.json', '/__docs'])(
    '%s is refused to a page of another name',
    async (path) => {
      const { status } = await service.get(path, { headers: { origin: 'http://evil.example' } });
      expect(status).toBe(403);
    },
  );
});

describe('the reference page', () => {
  test('may load nothing from another host and run no script without the nonce of its response', async () => {
    const { status, text, headers } = await service.get('/__docs');
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(text.match(/<script/g)?.length).toBe(text.split(`<script nonce="${nonce}"`).length - 1);
    expect(text).not.toMatch(/https?:\/\//);
  });

  test('gets its script from this origin', async () => {
    const { status, text, headers } = await service.get('/__docs/scalar.js');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(text).toContain('createApiReference');
  });
});
