// Renders messages: subject, text and HTML of an e-mail, or the text of an SMS. The HTML has the same paragraphs as the
// text, each escaped as a whole.
import type { Channel } from '../../contract/channels.ts';
import { now } from '../../platform/clock.ts';
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
import * as locales from './locales.ts';
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
/** The names in the message, as typed, and the tenant's language. */
export type Voice = { tenant: string; app: string; locale?: string };
export type Rendered = { subject: string; text: string; html: string };
/** The subject and the HTML are `null` for an SMS. */
export type Texts = { [Part in keyof Rendered]: Rendered[Part] | (Part extends 'text' ? never : null) };

const STANDARD = 'en';
const known: Readonly<Record<string, Locale>> = locales;

/**
 * Returns the best available language: the tag itself, or the first with the same language. A person who reads
 * European Portuguese or traditional Chinese gets the variant that there is.
 */
export function matched(tag: string = STANDARD): string {
  const wanted = tag.toLowerCase();
  const tags = Object.keys(known);
  const primary = (each: string): string => each.toLowerCase().split('-')[0] as string;
  return (
    tags.find((each) => each.toLowerCase() === wanted) ??
    tags.find((each) => primary(each) === primary(wanted)) ??
    STANDARD
  );
}

/** Returns the parts of an e-mail. The text is complete without the HTML. */
export function renderEmail(content: Content, voice: Voice): Rendered {
  const { kind, code, link } = content;
  const tag = matched(voice.locale);
  const { dir, actions, footer, ownFooter } = known[tag] as Locale;
  const details = detailsOf(content, voice, tag, unlinked);
  const { subject, lead, notes } = templateOf(kind, tag);
  const paragraphs = {
    lead: lead(details),
    notes: notes.map((note) => note(details)).filter(Boolean),
    // A message about all tenants is sent for none of them.
    footer: (content.links ? ownFooter : footer)(details),
  };
  const links = labelled(content.links ?? []);
  const list = links.map(({ label, url }) => `${label}\n${url}`);
  const parts = [paragraphs.lead, code, link?.url, ...list, ...paragraphs.notes, `-- \n${paragraphs.footer}`];
  const title = subjectLine(subject(details));
  const action = link && { label: actions[link.action], url: link.url };
  return {
    subject: title,
    text: `${parts.filter(Boolean).join('\n\n')}\n`,
    html: page({ tag, dir, title, ...paragraphs, code, action, links }),
  };
}

const isAdminNotice = (kind: MessageKind): kind is AdminNotice => Object.hasOwn(ADMIN_NOTICES, kind);

/** Returns the texts. Admins are told what to do in other words than users: another admin may have made the change. */
function templateOf(kind: MessageKind, tag: string): Template {
  const { messages, adminNotice } = known[tag] as Locale;
  return isAdminNotice(kind) ? { ...messages[ADMIN_NOTICES[kind]], notes: [adminNotice] } : messages[kind];
}

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
export function renderSms(content: Content, voice: Voice): string {
  const { kind, code, link } = content;
  const tag = matched(voice.locale);
  const { sms } = templateOf(kind, tag);
  return [sms(detailsOf(content, voice, tag, withoutLinks)), code, link?.url].filter(Boolean).join('\n');
}

export const RENDER: Readonly<Record<Channel, (content: Content, voice: Voice) => Texts>> = {
  email: renderEmail,
  sms: (content, voice) => ({ subject: null, text: renderSms(content, voice), html: null }),
};

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
