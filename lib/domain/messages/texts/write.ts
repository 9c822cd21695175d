// Writes messages in a language: subject, text and HTML of an e-mail, or the text of an SMS. The HTML has the same
// paragraphs as the text, each escaped as a whole.
import type { MessageText } from '../../../contract/fields/message-texts.ts';
import { now } from '../../../platform/clock.ts';
import { page } from './html.ts';
import {
  type Action,
  ADMIN_NOTICES,
  type AdminNotice,
  type Details,
  type Locale,
  type MessageKind,
  type Template,
} from './locales/locale.ts';
import { configured, day, duration, type SafeName, unlinked, withoutLinks } from './names.ts';

export type Content = {
  kind: MessageKind;
  code?: string;
  link?: { action: Action; url: string };
  /** Further links, each with the name of a tenant, as typed, and its slug. */
  links?: readonly { name: string; slug: string; url: string }[];
  /** The number of tenants that are not in `links`. */
  more?: number;
  /** What a user calls an API key. */
  keyName?: string;
  /** How long the code, link or key is valid from now, ms. */
  validMs?: number;
};
/** The names in the message, as typed, and the tenant's own texts. */
export type Voice = { tenant: string; app: string; own?: readonly MessageText[] | undefined };
export type Language = { tag: string; locale: Locale };
export type Rendered = { subject: string; text: string; html: string };

/** Returns the parts of an e-mail. The text is complete without the HTML. */
export function writeEmail(content: Content, voice: Voice, { tag, locale }: Language): Rendered {
  const { kind, code, link } = content;
  const { dir, actions, footer, ownFooter } = locale;
  const details = detailsOf(content, voice, tag, unlinked);
  const { subject, lead, notes } = templateOf(kind, locale);
  const own = ownOf(voice, kind, tag, details);
  const paragraphs = {
    lead: own.lead ?? lead(details),
    // Our words about validity and safety stay.
    notes: [...linesOf(own.note), ...notes.map((note) => note(details)).filter(Boolean)],
    // A message about all tenants is sent for none of them.
    footer: [...linesOf(own.below), (content.links ? ownFooter : footer)(details)],
  };
  const links = labelled(content.links ?? []);
  const list = links.map(({ label, url }) => `${label}\n${url}`);
  const parts = [
    paragraphs.lead,
    code,
    link?.url,
    ...list,
    ...paragraphs.notes,
    `-- \n${paragraphs.footer.join('\n')}`,
  ];
  const title = subjectLine(own.subject ?? subject(details));
  const action = link && { label: actions[link.action], url: link.url };
  return {
    subject: title,
    text: `${parts.filter(Boolean).join('\n\n')}\n`,
    html: page({ tag, dir, title, ...paragraphs, code, action, links }),
  };
}

const isAdminNotice = (kind: MessageKind): kind is AdminNotice => Object.hasOwn(ADMIN_NOTICES, kind);

/** Returns the texts. Admins are told what to do in other words than users: another admin may have made the change. */
function templateOf(kind: MessageKind, { messages, adminNotice }: Locale): Template {
  return isAdminNotice(kind) ? { ...messages[ADMIN_NOTICES[kind]], notes: [adminNotice] } : messages[kind];
}

type Own = Partial<Record<'subject' | 'lead' | 'note' | 'below', string>>;

/** Returns the tenant's own texts of the message, with its placeholders filled in. `below`: of every message. */
function ownOf({ own = [] }: Voice, kind: MessageKind, tag: string, details: Details): Own {
  const find = (template: string) => own.find((each) => each.template === template && each.locale === tag);
  const { subject, lead, note } = find(kind) ?? {};
  const texts = { subject, lead, note, below: find('every')?.note };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([part, text]) => (text === undefined ? [] : [[part, filled(text, details)]])),
  );
}

/**
 * Fills in each placeholder once: a name that looks like one stays as it is. A name that ends with a mark of addresses loses it where
 * text follows at once, so that the two make no host.
 */
const filled = (text: string, details: Details): string =>
  text.replace(/\{(\w+)\}(?=(\S?))/g, (whole, name, next) => {
    if (!Object.hasOwn(details, name)) return whole;
    const value = details[name as keyof Details];
    return next ? value.replace(/[^\p{L}\p{N})\]»”"’]+$/u, '') : value;
  });

const linesOf = (text = ''): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Returns the links by name. Names that repeat have the slug beside them, which is unique. */
function labelled(links: NonNullable<Content['links']>): { label: string; url: string }[] {
  const named = links.map((link) => ({ ...link, label: unlinked(link.name) || link.slug }));
  const times = Map.groupBy(named, ({ label }) => label.toLowerCase());
  return named.map(({ label, slug, url }) => {
    const isAlone = times.get(label.toLowerCase())?.length === 1;
    return { label: isAlone ? label : `${label} (${slug})`, url };
  });
}

/** Returns the text of an SMS. */
export function writeSms(content: Content, voice: Voice, { tag, locale }: Language): string {
  const { kind, code, link } = content;
  const { sms } = templateOf(kind, locale);
  return [sms(detailsOf(content, voice, tag, withoutLinks)), code, link?.url].filter(Boolean).join('\n');
}

const detailsOf = (
  { keyName = '', more, validMs }: Content,
  { tenant, app }: Voice,
  tag: string,
  neutral: (name: string) => SafeName,
): Details => ({
  tenant: neutral(tenant) || configured(app),
  app: configured(app),
  valid: duration(tag, validMs),
  until: day(tag, validMs === undefined ? undefined : now() + validMs),
  key: neutral(keyName) || configured('…'),
  more: configured(more ? String(more) : ''),
});

/** RFC 5322 limits lines to 998 bytes; mail clients show about 70 characters. */
const subjectLine = (text: string): string => [...text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')].slice(0, 150).join('');
