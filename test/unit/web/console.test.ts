// Checks what the console computes without a browser: copied code, addresses, and its texts in both languages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { en as audit } from '../../../lib/apps/console/words/en/audit.ts';
import { LANGUAGES, number, partOf, speak } from '../../../lib/apps/console/words/index.ts';
import { events } from '../../../lib/contract/events.ts';
import { applicationTexts } from '../../../lib/contract/texts/application.ts';
import { tenantTexts } from '../../../lib/contract/texts/tenant.ts';
import { userTexts } from '../../../lib/contract/texts/user.ts';

const WORDS = join(import.meta.dirname, '../../../lib/apps/console/words');

beforeAll(() => {
  Object.assign(globalThis, {
    document: { baseURI: 'https://auth.example.com/v1/', documentElement: {} },
    location: { href: 'https://auth.example.com/v1/console/users/usr_1?status=active&cursor=x' },
    addEventListener: () => {},
    scrollTo: () => {},
    localStorage: { setItem: () => {} },
  });
});

describe('a call that is copied', () => {
  test('is a command of curl with path, query and quoted body, and without secrets', async () => {
    const { asCurl } = await import('../../../lib/apps/console/core/code.ts');
    expect(asCurl({ operation: 'adminUsers.list', input: { search: "O'Neil & co", status: 'active' } })).toBe(
      "curl -b cookies.txt 'https://auth.example.com/v1/auth/admin/api/users?search=O'\\''Neil%20%26%20co&status=active'",
    );
    expect(asCurl({ operation: 'adminUsers.remove', input: { id: 'usr_1/../x' } })).toBe(
      "curl -b cookies.txt -X DELETE 'https://auth.example.com/v1/auth/admin/api/users/usr_1%2F..%2Fx'",
    );
    const change = { operation: 'adminConsole.updateAdmin', input: { id: 'adm_1', password: 'hunter2', name: "it's" } };
    const written = asCurl(change as Parameters<typeof asCurl>[0]);
    expect(written).toContain('-X PATCH');
    expect(written).toContain(`-d '{"password":"…","name":"it'\\''s"}'`);
    expect(written).not.toContain('hunter2');
  });

  test('is a statement of the client', async () => {
    const { asTypeScript } = await import('../../../lib/apps/console/core/code.ts');
    expect(asTypeScript({ operation: 'adminConsole.stats', input: {} })).toBe('await client.adminConsole.stats();');
    const input = { id: 'adm_1', currentPassword: 'old', password: 'new', metadata: { 'a b': [1] } };
    expect(asTypeScript({ operation: 'adminConsole.updateAdmin', input })).toBe(
      [
        'await client.adminConsole.updateAdmin({',
        '  id: "adm_1",',
        '  currentPassword: "…",',
        '  password: "…",',
        '  metadata: {',
        '    "a b": [',
        '      1',
        '    ]',
        '  }',
        '});',
      ].join('\n'),
    );
  });

  test('knows method and path of every operation', async () => {
    const { routeOf } = await import('../../../lib/apps/console/core/operations.ts');
    expect(routeOf('adminConsole.verifyTotpSetup')).toEqual({
      method: 'POST',
      path: '/auth/admin/mfa/verify-totp-setup',
    });
    expect(routeOf('adminConsole.resetPassword')).toEqual({ method: 'POST', path: '/auth/admin/reset-password' });
    expect(routeOf('adminBlockedEmailDomains.importDefaults').path).toBe(
      '/auth/admin/api/blocked-email-domains/import-defaults',
    );
    expect(routeOf('adminTenants.setLogo')).toEqual({ method: 'PUT', path: '/auth/admin/api/tenants/{id}/logo' });
  });
});

describe('an address', () => {
  test('has path and parameters of a screen, below the base of the deployment', async () => {
    const { path, query, urlOf } = await import('../../../lib/apps/console/core/router.ts');
    expect([path.value, query.value.get('status')]).toEqual(['users/usr_1', 'active']);
    expect(urlOf('users', { status: 'a b', page: undefined, search: '' })).toBe(
      'https://auth.example.com/v1/console/users?status=a+b',
    );
    expect(urlOf('')).toBe('https://auth.example.com/v1/console');
  });

  test('is matched by its parts', async () => {
    const { matchPath } = await import('../../../lib/apps/console/core/router.ts');
    expect(matchPath('users/:id/:part', 'users/usr_1/sessions')).toEqual({ id: 'usr_1', part: 'sessions' });
    expect(matchPath('users/:id', 'users')).toBeUndefined();
    expect(matchPath('users/:id/:part', 'users//roles')).toEqual({ id: '-', part: 'roles' });
    expect(matchPath('', '')).toEqual({});
    expect(matchPath('users', 'tenants')).toBeUndefined();
  });
});

describe('the fields that the contract names', () => {
  type Schema = Record<string, unknown> & { properties: Record<string, Schema> };
  const { components } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8')) as {
    components: { schemas: Record<string, Schema> };
  };

  test.each([
    ['UpdateUserRequest', userTexts],
    ['UpdateTenantRequest', tenantTexts],
    ['UpdateApplicationRequest', applicationTexts],
  ])('are fields of %s, with its bounds', (name, texts) => {
    for (const [field, row] of Object.entries<{ as?: string; least?: number; most?: number }>(texts)) {
      const schema = JSON.stringify(components.schemas[name]?.properties[field]);
      const bounds = /"(?:minimum|maximum|maxLength)":(\d+)/g;
      const known = [...schema.matchAll(bounds)].map(([, bound]) => Number(bound));
      const { least, most } = row;
      if (most !== undefined && known.length) expect([field, known]).toEqual([field, expect.arrayContaining([most])]);
      if (least !== undefined) expect([field, known]).toEqual([field, expect.arrayContaining([least])]);
    }
  });
});

describe('the texts of the console', () => {
  test('name each kind of target of the audit log', () => {
    const { shape } = events['svc.admin_action'];
    for (const kind of shape.targetType.options) expect(Object.keys(audit)).toContain(`type-${kind}`);
  });

  const folderOf = (tag: string): string => (tag === 'en' ? 'en' : `others/${tag}`);
  const filesOf = (tag: string): string[] =>
    readdirSync(join(WORDS, folderOf(tag)), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
  const parts = filesOf('en').map((file) => file.replace('.ts', ''));
  const textsOf = async (tag: string, part: string): Promise<Record<string, string>> => {
    const file = await import(`../../../lib/apps/console/words/${folderOf(tag)}/${part}.ts`);
    return file[tag === 'en' ? 'en' : 'texts'];
  };

  test('have the same parts in every language', () => {
    expect(readdirSync(join(WORDS, 'others')).sort()).toEqual(
      Object.keys(LANGUAGES)
        .filter((tag) => tag !== 'en')
        .sort(),
    );
    for (const tag of Object.keys(LANGUAGES))
      expect(filesOf(tag).sort()).toEqual(parts.map((part) => `${part}.ts`).sort());
  });

  test.each(parts)(
    'of %s have the same placeholders, are not empty, and have no typewriter quotation mark',
    async (part) => {
      const en = await textsOf('en', part);
      const placeholders = (text = ''): string => `${[...text.matchAll(/\{\w+\}/g)].map(String).sort()}`;
      for (const tag of Object.keys(LANGUAGES)) {
        const texts = await textsOf(tag, part);
        expect([tag, Object.keys(texts)]).toEqual([tag, Object.keys(en)]);
        const wrong = Object.keys(en).filter((word) => placeholders(en[word]) !== placeholders(texts[word]));
        // Words may be the same in two languages, sentences are not.
        const english = /[a-z]{2} [a-z]{2}/;
        const same = Object.keys(en).filter(
          (word) => tag !== 'en' && en[word] === texts[word] && english.test(texts[word] ?? ''),
        );
        const untidy = Object.values(texts).filter((text) => !text || text !== text.trim() || /["']/.test(text));
        expect([tag, wrong, untidy, same]).toEqual([tag, [], [], []]);
      }
    },
  );

  test('count, and write numbers, in the language of the page', async () => {
    const en = { foundOne: '{count} row of {name}', foundOther: '{count} rows of {name}' };
    const texts = { foundOne: '{count} Zeile von {name}', foundOther: '{count} Zeilen von {name}' };
    const say = partOf(en, async () => ({ texts }));
    expect([say.count('found', 1, { name: 'x' }), say.count('found', 1200, { name: 'x' })]).toEqual([
      '1 row of x',
      '1,200 rows of x',
    ]);
    await speak('de');
    expect([say.count('found', 1, { name: 'x' }), number(1200)]).toEqual(['1 Zeile von x', '1.200']);
    await speak('en');
  });
});
