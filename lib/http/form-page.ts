// Sends the browser to an application by a form that submits itself (OAuth 2.0 Form Post Response Mode). The page shows
// nothing of a request, and without JavaScript a button sends the form.
import { createHash } from 'node:crypto';
import { header, type Request } from './request.ts';
import type { Response } from './response.ts';

const SCRIPT = 'document.forms[0].submit()';
const HASH = createHash('sha256').update(SCRIPT).digest('base64');

/** The text of the button, by language. */
export const WORDS: Readonly<Record<string, string>> = {
  en: 'Continue',
  ar: 'متابعة',
  de: 'Weiter',
  es: 'Continuar',
  fr: 'Continuer',
  it: 'Continua',
  ja: '続ける',
  ko: '계속',
  nl: 'Doorgaan',
  pl: 'Dalej',
  'pt-BR': 'Continuar',
  'zh-Hans': '继续',
};

/** Returns the page that posts the fields to an address that the application has registered. */
export function formPage(action: string, fields: Readonly<Record<string, string>>, request: Request): Response {
  const language = languageOf(header(request, 'accept-language') ?? '');
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return {
    statusCode: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // Browsers apply `form-action` to redirects as well, and the application may redirect to any address of its own.
      'content-security-policy': `default-src 'none'; script-src 'sha256-${HASH}'; base-uri 'none'; frame-ancestors 'none'`,
      // With `no-referrer`, a browser would hide from the application that the form came from here (Fetch, 3.2).
      'referrer-policy': 'strict-origin',
    },
    multiValueHeaders: {},
    body: [
      `<!doctype html><html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}>`,
      `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${WORDS[language]}</title></head>`,
      `<body><main><form method="post" action="${escaped(action)}">${inputs.join('')}`,
      // A second click would show the code twice. So the button is there only if the script is not.
      `<noscript><button>${WORDS[language]}</button></noscript></form></main><script>${SCRIPT}</script></body></html>`,
    ].join(''),
  };
}

/** Returns the first language of the header that has a text. */
function languageOf(accepted: string): string {
  const tags = accepted.split(',').map((each) => each.split(';')[0]?.trim().toLowerCase() ?? '');
  const found = tags.map((tag) =>
    Object.keys(WORDS).find((known) => tag !== '' && known.toLowerCase().split('-')[0] === tag.split('-')[0]),
  );
  return found.find((each) => each !== undefined) ?? 'en';
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
