// Renders messages with a tenant's own texts, in every message and every language.
// Threat: words of a tenant replace the code, the link or the advice on safety, or a name becomes markup or a placeholder.
import { describe, expect, test } from '@jest/globals';
import { MESSAGE_DETAILS, type MessageText, type TenantMessage } from '../../../lib/contract/fields/message-texts.ts';
import * as locales from '../../../lib/domain/messages/texts/locales.ts';
import { type Content, renderEmail, renderSms } from '../../../lib/domain/messages/texts/render.ts';

const LOCALES = Object.keys(locales) as MessageText['locale'][];
const TEMPLATES = Object.keys(MESSAGE_DETAILS) as TenantMessage[];
const CODE = '204817';
const CONTENT = { code: CODE, keyName: 'CI', validMs: 600_000 };
const WORDS = { subject: 'Subject of {tenant}', lead: 'Lead by {app}', note: 'First\n\n Second <b>' };

const voiceOf = (locale: string, own: readonly MessageText[]) => ({ tenant: 'Acme', app: 'Gate', locale, own });

test.each(LOCALES)('a message in %s has the words of the tenant, and our code, advice and footer', (locale) => {
  for (const template of TEMPLATES) {
    const content: Content = { kind: template, ...CONTENT };
    const ours = renderEmail(content, voiceOf(locale, []));
    const { subject, text, html } = renderEmail(content, voiceOf(locale, [{ template, locale, ...WORDS }]));
    expect(subject).toBe('Subject of Acme');
    const lines = text.split('\n').filter(Boolean);
    expect(lines.slice(0, 4)).toEqual(['Lead by Gate', CODE, 'First', 'Second <b>']);
    // Behind our lead and the code.
    expect(lines.slice(4)).toEqual(ours.text.split('\n').filter(Boolean).slice(2));
    expect(html).toContain('<p>Second &lt;b&gt;</p>');
    const sms = renderSms(content, voiceOf(locale, [{ template, locale, ...WORDS }]));
    expect(sms).toBe(renderSms(content, voiceOf(locale, [])));
  }
});

describe('a text of a tenant', () => {
  const own = [
    { template: 'login', locale: 'de', lead: 'Hallo von {tenant}, {valid}' },
    { template: 'every', locale: 'de', note: 'Acme GmbH' },
  ] as const;
  const login = (locale: string, tenant = 'Acme') =>
    renderEmail({ kind: 'login', ...CONTENT }, { ...voiceOf(locale, own), tenant });

  test('counts for people who get its language, and for no others', () => {
    expect(login('de-AT').text).toMatch(/^Hallo von Acme, 10 Minuten\n/);
    expect(login('en').text).toBe(renderEmail({ kind: 'login', ...CONTENT }, voiceOf('en', [])).text);
    expect(login('sv').text).toBe(login('en').text);
  });

  test('changes only the parts that it has', () => {
    const ours = renderEmail({ kind: 'login', ...CONTENT }, voiceOf('de', []));
    expect(login('de').subject).toBe(ours.subject);
  });

  test('of every message is below each one, before our footer', () => {
    for (const kind of ['login', 'passwordChanged'] as const) {
      const { text, html } = renderEmail({ kind }, voiceOf('de', own));
      expect(text).toMatch(/\n-- \nAcme GmbH\nGesendet von Gate .*\n$/);
      expect(html).toContain('<p><small>Acme GmbH</small></p>');
    }
  });

  test('makes no host of a name and the text behind it', () => {
    const voice = voiceOf('ja', [{ template: 'login', locale: 'ja', lead: '{tenant}みんなの{app}' }]);
    const { text } = renderEmail({ kind: 'login' }, { ...voice, tenant: 'evil.', app: 'Gate (Co.)' });
    expect(text).toMatch(/^evilみんなのGate \(Co\.\)\n/);
  });

  test('fills in a name that looks like a placeholder or a link as the name that it is', () => {
    expect(login('de', '{app} evil.example').text).toMatch(/^Hallo von \{app\} evil\. example, 10 Minuten\n/);
    expect(login('de', '$& $1').text).toMatch(/^Hallo von \$& \$1, 10 Minuten\n/);
  });
});
