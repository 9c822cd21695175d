// Renders every message in every language and checks that it is complete and well-formed.
// Threat: a person who may choose a tenant's name puts markup, links or header lines into messages to others.
import { describe, expect, test } from '@jest/globals';
import { matched } from '../../../lib/contract/fields/languages.ts';
import { escapeHtml } from '../../../lib/domain/messages/texts/html.ts';
import { ADMIN_NOTICES, type Locale, type MessageKind } from '../../../lib/domain/messages/texts/locales/locale.ts';
import * as locales from '../../../lib/domain/messages/texts/locales.ts';
import { unlinked, visible, withoutLinks } from '../../../lib/domain/messages/texts/names.ts';
import { type Content, renderEmail, renderSms } from '../../../lib/domain/messages/texts/render.ts';

const tags = Object.keys(locales);
const all: Readonly<Record<string, Locale>> = locales;
const written = Object.keys(locales.en.messages);
const kinds = [...written, ...Object.keys(ADMIN_NOTICES)] as MessageKind[];
const CODE = '204817';
const URL = 'https://app.example.com/accept?token=a%2Bb&x=1';
const SIGN_IN = ['acme', 'beta'].map((slug) => ({ slug, url: `https://app.example.com/login?tenant=${slug}` }));
/** The links of a message about tenants that have this name. */
const linksTo = (name: string) => SIGN_IN.map((each) => ({ ...each, name }));
const NAME = 'Nightly import & Söhne';
const isCode = (kind: MessageKind): boolean =>
  ['verifyEmail', 'verifyPhone', 'login', 'secondFactor', 'reset'].includes(kind);
const isEnd = (kind: MessageKind): boolean => ['unusedDisabled', 'unusedDeleted'].includes(kind);
const DAYS_90 = 90 * 86_400_000;
const contentOf = (kind: MessageKind, keyName = NAME): Content => ({
  kind,
  ...(isCode(kind) && { code: CODE, validMs: 598_000 }),
  ...(['invitation', 'adminInvitation'].includes(kind) && {
    link: { action: 'accept', url: URL },
    validMs: 72 * 3_600_000 - 9000,
  }),
  ...(isEnd(kind) && { validMs: DAYS_90 }),
  ...(kind === 'apiKeyCreated' && { keyName, validMs: DAYS_90 }),
  ...(kind === 'tenants' && { links: linksTo(keyName), more: 5 }),
});
const everyMessage = tags.flatMap((locale) => kinds.map((kind) => ({ locale, kind })));

/** Returns elements left open, or the first that is closed in the wrong position. Throws on stray markup. */
function unbalanced(html: string): string[] {
  const open: string[] = [];
  const tag = /<!DOCTYPE html>|<(\/?)([a-z]+)((?:\s[a-z-]+="[^"<>]*")*)\s*(\/?)>/g;
  for (const [, closing, name = '', , empty] of html.matchAll(tag)) {
    if (!name || empty) continue;
    if (!closing) open.push(name);
    else if (open.pop() !== name) return [`</${name}>`];
  }
  const rest = html.replace(tag, '');
  if (/[<>]/.test(rest) || /&(?!(amp|lt|gt|quot|#39);)/.test(html)) throw new Error('stray markup');
  return open;
}

/** Returns the text that a reader sees of the HTML. */
const visibleText = (html: string): string => {
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
  const body = html.slice(html.indexOf('<body'));
  return body.replace(/<[^>]*>/g, '').replace(/&[#a-z0-9]+;/g, (entity) => entities[entity] as string);
};

describe.each(everyMessage)('the message $kind in $locale', ({ locale, kind }) => {
  const content = contentOf(kind);
  // A message about all tenants names the deployment alone.
  const name = kind === 'tenants' ? 'Gatehouse' : 'Äcme & Söhne';
  const voice = { tenant: name, app: 'Gatehouse', locale };
  const { dir } = all[locale] as Locale;
  const { subject, text, html } = renderEmail(content, voice);
  const sms = renderSms(content, voice);

  test('has a subject, a text part, an HTML part and an SMS, with every placeholder filled', () => {
    for (const part of [subject, text, visibleText(html), sms]) {
      expect(part).toContain(name);
      expect(part).not.toMatch(/\{|\}|\$\{|undefined|null|NaN|\[object/);
    }
    expect(subject.length).toBeLessThanOrEqual(100);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(sms.length).toBeLessThanOrEqual(220);
  });

  test('has well-formed HTML that names its language, loads nothing and keeps the colours of the reader', () => {
    expect(unbalanced(html)).toEqual([]);
    expect(html).toContain(`<html lang="${locale}" dir="${dir}">`);
    expect(html).toContain('content="light dark"');
    expect(html).not.toMatch(/<(img|script|style|link|iframe|form)|src=|url\(|color:|background|\son[a-z]+=/);
  });

  test('has the same content in both parts, with the code or link once and on a line of its own', () => {
    const lines = text.split('\n');
    const secret = content.code ?? content.link?.url;
    if (secret) {
      expect(lines.filter((line) => line === secret)).toHaveLength(1);
      expect(text.split(secret)).toHaveLength(2);
      expect(html.split(escapeHtml(secret))).toHaveLength(2);
      expect(sms.split('\n').at(-1)).toBe(secret);
      expect(subject).not.toContain(secret);
      const valid = { code: /\b10\b|10/, link: /72/ }[content.code ? 'code' : 'link'];
      for (const part of [text, visibleText(html), sms]) expect(part).toMatch(valid);
    }
    const urls = [content.link, ...(content.links ?? [])].map((each) => each?.url);
    for (const line of lines.filter((each) => each && !each.startsWith('--') && !urls.includes(each))) {
      expect(visibleText(html)).toContain(line);
    }
  });
});

test.each(tags)('the message about an API key in %s says its name and its last day', (locale) => {
  const { text } = renderEmail(contentOf('apiKeyCreated'), { tenant: 'Acme', app: 'Gatehouse', locale });
  expect(text).toContain('Nightly import');
  expect(text).toContain(String(new Date(Date.now() + DAYS_90).getUTCFullYear()));
});

test.each(tags)('the messages about an unused account in %s say its last day and differ', (locale) => {
  const voice = { tenant: 'Acme', app: 'Gatehouse', locale };
  const texts = kinds.filter(isEnd).map((kind) => renderEmail(contentOf(kind), voice).text);
  expect(new Set(texts).size).toBe(2);
  for (const text of texts) expect(text).toContain(String(new Date(Date.now() + DAYS_90).getUTCFullYear()));
});

test.each(tags)(
  'the message about tenants in %s lists each with its link, and says how many are left out',
  (locale) => {
    const voice = { tenant: 'Gatehouse', app: 'Gatehouse', locale };
    const { text, html } = renderEmail(contentOf('tenants'), voice);
    for (const { slug, url } of SIGN_IN) {
      const label = `${NAME} (${slug})`;
      expect(text).toContain(`${label}\n${url}\n`);
      expect(html).toContain(`<a href="${url}"><strong>${escapeHtml(label)}</strong></a>`);
    }
    expect([text.match(/Gatehouse/g)?.length, text.includes('5')]).toEqual([2, true]);
    const all = renderEmail({ kind: 'tenants', links: linksTo(NAME), more: 0 }, voice);
    expect(all.text).not.toContain('5');
    expect(all.html).not.toContain('<p></p>');
  },
);

test('a notice to an admin sends them to an owner, and not to the reset of a password that they do not have', () => {
  const { text } = renderEmail({ kind: 'adminPasskeyAdded' }, { tenant: 'Acme Console', app: 'Acme' });
  expect(text).toContain('A passkey was added to your account at Acme Console.');
  expect(text).toContain('tell an owner of Acme Console.');
  expect(text).not.toContain('reset');
});

test('tenants have their slug beside the name only where names look equal', () => {
  const [one, two] = linksTo('Acme');
  const links = [one, { ...two, name: ' aCME\u200b' }, { name: 'Other', slug: 'other', url: URL }];
  const { text, html } = renderEmail({ kind: 'tenants', links } as Content, { tenant: 'A', app: 'B' });
  for (const part of [text, visibleText(html)]) {
    for (const label of ['Acme (acme)', 'aCME (beta)', 'Other']) expect(part).toContain(label);
    expect(part).not.toContain('(other)');
  }
});

test('the message about an API key has a name also where nothing of it is left', () => {
  const { text } = renderEmail(
    { kind: 'apiKeyCreated', keyName: 'https://', validMs: DAYS_90 },
    { tenant: 'A', app: 'B' },
  );
  expect(text).toContain('“…”');
});

test('only Arabic is written from right to left', () => {
  expect(tags.filter((tag) => all[tag]?.dir === 'rtl')).toEqual(['ar']);
});

test('Arabic texts begin with an Arabic letter, by which plain text finds its direction', () => {
  for (const kind of kinds) {
    const voice = { tenant: 'Acme', app: 'Gatehouse', locale: 'ar' };
    const { subject, text, html } = renderEmail(contentOf(kind), voice);
    const paragraphs = text.replace('-- \n', '').split('\n').filter(Boolean);
    const links = SIGN_IN.flatMap(({ slug, url }) => [`${NAME} (${slug})`, url]);
    const written = paragraphs.filter((line) => ![CODE, URL, ...links].includes(line));
    for (const line of [subject, renderSms(contentOf(kind), voice), ...written])
      expect(line).toMatch(/^\p{Script=Arabic}/u);
    expect(html).toContain('text-align:right');
  }
});

test('no text of a language is the English one', () => {
  const english = new Set(kinds.map((kind) => renderEmail(contentOf(kind), { tenant: 'A', app: 'B' }).text));
  for (const locale of tags.filter((tag) => tag !== 'en'))
    for (const kind of kinds)
      expect(english).not.toContain(renderEmail(contentOf(kind), { tenant: 'A', app: 'B', locale }).text);
});

test('every locale has every message', () => {
  for (const tag of tags) expect(Object.keys(all[tag]?.messages as object)).toEqual(written);
});

test.each([
  [undefined, 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['ja-Jpan-JP', 'ja'],
  ['pt-br', 'pt-BR'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['zh-CN', 'zh-Hans'],
  ['zh-Hant-TW', 'zh-Hans'],
  ['ar-EG', 'ar'],
  ['deu', 'en'],
  ['sv', 'en'],
  ['', 'en'],
  ['constructor', 'en'],
])('matched(%j) returns the locale %s', (requested, locale) => {
  expect(matched(requested)).toBe(locale);
});

const CANARIES = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}',
  `\${7*7}`,
  '{code} {token} {tenant}',
  '<%= 7*7 %>',
  "' onclick='x",
  '&lt;b&gt;',
  '$& $1 $`',
  'a\r\nBcc: victim@example.com\r\n\r\nbody',
  'a\u2028b\u2029c\u0085d\u0000e\u001b[31m',
  'Acme\u202egpj.exe\u2066x\u200b\ufeff',
  '\ud800lone',
  'https://evil.example/login?x=1',
  'Win! evil.example/prize www.evil.example',
  'evil。example evil．example evil｡example evil․example',
  'ev\u200bil.\u2060example \u202eelpmaxe.live',
  'mailto:x@evil.example x@evil.example tel:+123456',
  'javascript:alert(1) http:\\\\evil.example //evil.example',
  'x'.repeat(5000),
  '👩‍👩‍👧'.repeat(100),
  '\u200b\u202e',
];

describe.each(CANARIES)('the message of a tenant named %j', (tenant) => {
  const rendered = tags.flatMap((locale) =>
    kinds.map((kind) => {
      const voice = { tenant, app: 'Gatehouse', locale };
      const content = contentOf(kind, tenant);
      return { ...renderEmail(content, voice), sms: renderSms(content, voice) };
    }),
  );

  test('holds the name as text: no evaluated expression, no markup, no header', () => {
    for (const { subject, text, html, sms } of rendered) {
      expect(unbalanced(html)).toEqual([]);
      expect(html).not.toMatch(/<(script|img)/);
      expect([subject, text, visibleText(html), sms].join()).not.toMatch(/49(?!\d)/);
      expect(subject).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
      expect(subject.length).toBeLessThanOrEqual(300);
      for (const part of [subject, text, html, sms]) {
        expect(part).not.toMatch(
          /[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\ufeff\u0000-\u0009\u000b-\u001f\u007f-\u009f]/,
        );
        expect(part.isWellFormed()).toBe(true);
      }
    }
  });

  test('has no link but those of the service', () => {
    for (const { subject, text, html, sms } of rendered) {
      const own = SIGN_IN.reduce((left, { url }) => left.replaceAll(url, ''), text.replaceAll(URL, ''));
      for (const part of [subject, own, visibleText(html), sms.replaceAll(URL, '')]) {
        expect(part).not.toMatch(/:\/|[.\u3002\uff0e\uff61\u2024][a-z]|mailto:\S|@\S/i);
      }
      expect(sms.replaceAll(URL, '')).not.toMatch(/evil|www/);
      const urls = [URL, ...SIGN_IN.map(({ url }) => url)].map(escapeHtml);
      for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(urls).toContain(href);
    }
  });
});

describe('the name in a message', () => {
  test.each([
    ['Acme Inc.', 'Acme Inc.'],
    ['St.Gallen Kliniken', 'St. Gallen Kliniken'],
    ['株式会社アクメ', '株式会社アクメ'],
    ['شرکت می‌خواهم', 'شرکت می‌خواهم'],
    ['  A \t B\n', 'A B'],
    ["O'Hara & Sons <3", "O'Hara & Sons <3"],
    ['shop.example', 'shop. example'],
  ])('is shown by an e-mail so that no client makes it a link: %j as %j', (name, shown) => {
    expect(unlinked(name)).toBe(shown);
  });

  test.each([
    ['Acme Inc.', 'Acme Inc.'],
    ['Acme shop.example now', 'Acme now'],
    ['https://evil.example', ''],
  ])('is shown by an SMS without words that look like links: %j as %j', (name, shown) => {
    expect(withoutLinks(name)).toBe(shown);
  });

  test('has at most 64 characters, none of them cut in two', () => {
    expect([...visible('😀'.repeat(100))]).toHaveLength(64);
    expect(visible('😀'.repeat(100)).isWellFormed()).toBe(true);
  });

  test('is the name of the app when nothing of the tenant’s name is left', () => {
    expect(renderSms({ kind: 'login', code: CODE, validMs: 1000 }, { tenant: 'https://e.vil', app: 'Example' })).toBe(
      "Log in to Example. Don't share this code, valid for 1 minute:\n204817",
    );
  });
});
