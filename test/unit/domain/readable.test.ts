// Tests which names and links people can read: nothing in them is invisible, and every language can be written.
import { describe, expect, test } from '@jest/globals';
import { isReadable, READABLE_LINES } from '../../../lib/contract/readable.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const ZWNJ = '\u200c';
const ZWJ = '\u200d';

describe('a text is readable', () => {
  test.each([
    ['Persian with its joiner', `می${ZWNJ}خواهم`],
    ['Hindi with its joiners', `क्${ZWJ}ष, क्${ZWNJ}ष`],
    ['Sinhala with its joiner', `ශ්${ZWJ}රී ලංකා`],
    ['a family', `👨${ZWJ}👩${ZWJ}👧`],
    ['an emoji of several parts', `❤\ufe0f${ZWJ}🔥 👩🏽${ZWJ}🚀 👨${ZWJ}🦰 1\ufe0f⃣ 🇩🇪`],
    ['Japanese with a variant of a character', '葛\u{e0100}飾区'],
    ['Mongolian with a variant of a letter', 'ᠮᠣᠩ\u180b'],
    ['composed letters', 'Zoe\u0308 O’Brien, D’Arcy – Acme GmbH & Co.'],
    ['nothing', ''],
  ])('with %s', (_, text) => {
    expect(isReadable(text)).toBe(true);
  });
});

describe('a text is not readable', () => {
  test.each([
    ['only a space without width', '\u200b'],
    ['a space without width', 'Ac\u200bme'],
    ['a joiner between Latin letters', `Ac${ZWJ}me`],
    ['a joiner at the end', `م${ZWNJ}`],
    ['a joiner at the beginning', `${ZWJ}Acme`],
    ['two joiners', `م${ZWNJ}${ZWNJ}م`],
    ['a tag character', 'Acme\u{e0061}'],
    ['hidden text behind a flag', '🏴\u{e0067}\u{e0062}\u{e007f}'],
    ['a variation selector behind a letter', 'A\ufe0fcme'],
    ['variation selectors that carry data', '葛\u{e0100}\u{e0101}'],
    ['a mark of direction', 'Acme\u200e'],
    ['an Arabic mark of direction', 'Ac\u061cme'],
    ['a vowel of Khmer that shows nothing', 'Ac\u17b4me'],
    ['a separator of Mongolian vowels', 'Ac\u180eme'],
    ['a Mongolian selector behind no letter', '\u180bAcme'],
    ['a Mongolian selector behind an Arabic letter', 'م\u180bم'],
    ['two Mongolian selectors', 'ᠮ\u180b\u180b'],
    ['a soft hyphen', 'Ac\xadme'],
    ['a filler that shows nothing', '\u3164'],
    ['a byte order mark', '\ufeffAcme'],
    ['a bidi override', 'Acme\u202egpj'],
    ['a line break', 'Acme\nAdmin'],
  ])('with %s', (_, text) => {
    expect(isReadable(text)).toBe(false);
  });

  test('in several lines, if one hides something', () => {
    expect(READABLE_LINES.test('One\n\tTwo')).toBe(true);
    expect(READABLE_LINES.test('One\nTw\u200bo')).toBe(false);
  });

  test('with any character of Unicode that shows nothing', () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
    const hidden = all.filter((each) => /[\p{DI}\p{Cc}\p{Zl}\p{Zp}]/u.test(each));
    expect(hidden.length).toBeGreaterThan(4000);
    expect(hidden.filter((each) => isReadable(`Ac${each}me`) || isReadable(each))).toEqual([]);
  });

  test('after 50 000 repetitions, without more work than its length', () => {
    expect(isReadable(`م${ZWNJ}`.repeat(50_000))).toBe(false);
    expect(isReadable(`${`👨${ZWJ}`.repeat(50_000)}\n`)).toBe(false);
    expect(isReadable(`${'ᠮ\u180b'.repeat(50_000)}\n`)).toBe(false);
  });
});

describe('INVALID_INPUT for a text that hides something', () => {
  const HIDDEN = 'Ac\u200bme';
  test('as the description of a tenant', async () => {
    const body = { name: 'Acme', slug: 'acme-hidden', description: HIDDEN };
    expect(answerOf(await service.admin('POST', '/auth/admin/api/tenants', body))).toEqual(refusal('INVALID_INPUT'));
  });

  test('as the name or client id of a provider', async () => {
    const { id } = await service.tenant();
    const provider = { name: 'acme', issuer: 'https://id.acme.example', clientId: HIDDEN, clientSecret: 'x' };
    const body = { settings: { ssoProviders: [provider] } };
    const reply = await service.admin('PATCH', `/auth/admin/api/tenants/${id}`, body);
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
  });

  test('as the reason why an admin acts as a user', async () => {
    const user = await service.signup(await service.tenant());
    const { body: me } = await service.get('/auth/me', {
      headers: { authorization: `Bearer ${user.tokens.accessToken}` },
    });
    const reply = await service.admin('POST', `/auth/admin/api/users/${me.id}/act`, { reason: HIDDEN });
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
  });
});
