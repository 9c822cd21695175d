// Says what the pages show at which a request or a sign-in ends. Only its texts are loaded with it.
import { type EndWords, en, OTHERS } from './dead-ends.ts';

type Word = keyof typeof en;
/** The way on: to the sign-in with another organization or account, or the same page again. */
type Way = 'otherTenant' | 'signInAgain' | 'reload';
/** Without a title, the page has that of any problem. */
type Spec = { title?: Word; lead: Word; more?: Word; way?: Way };

/** The code of the page (lib/domain/oauth/dead-ends.ts, `GET /oauth2/request`) -> what it says. */
export const ENDS: Readonly<Record<string, Spec>> = {
  invalid_request: { lead: 'endRequest', more: 'endRetry' },
  request_expired: { lead: 'endExpired', more: 'endRetry' },
  too_many_requests: { lead: 'endBusy', more: 'endRetry' },
  unavailable: { lead: 'endBusy', more: 'endRetry' },
  tenant_not_found: { title: 'endNotFound', lead: 'endNotFoundLead' },
  tenant_not_served: { title: 'endNotServed', lead: 'endNotServedLead', way: 'otherTenant' },
  tenant_not_asked: { title: 'endNotAsked', lead: 'endNotAskedLead', way: 'signInAgain' },
  user_not_asked: { title: 'endUser', lead: 'endUserLead', way: 'signInAgain' },
  cookies_blocked: { title: 'endCookies', lead: 'endCookiesLead', way: 'reload' },
};

/** What the operator finds the line of the log by: an id of API Gateway. Nothing else of an address is shown. */
const REFERENCE = /^([\da-f-]{36}|[\w-]{15}=)$/;
const CAUSE = /^[a-z_]{4,64}$/;
const LOCAL = /^(localhost|127\.[\d.]+|\[::1])$/;

type About = {
  /** The language that is shown. */
  tag: string;
  tenant: string | null | undefined;
  /** What the application asked for, if it is known. If it named the organization, no other one would do. */
  asked: { application: { name: string }; refusal: object | null } | undefined;
  address: Pick<Location, 'href' | 'hostname'>;
  /** The sign-in page, and the way back to the application. */
  urls: readonly [string, string | undefined];
  say: (
    word: 'otherTenant' | 'signInAgain' | 'problemTitle' | 'problemReference',
    values?: Readonly<Record<string, string>>,
  ) => string;
  /** Fills names into a text. */
  filled: (text: string, values: Readonly<Record<string, string>>) => string;
};

/** Returns what the page says and its links, the first one first; `undefined` for another code. */
export function endOf(code: string, { tag, tenant, asked, address, urls, say, filled }: About) {
  const spec = Object.hasOwn(ENDS, code) ? ENDS[code] : undefined;
  if (!spec) return undefined;
  const words: EndWords = OTHERS[tag] ?? en;
  const values = { ...(tenant && { tenant }), ...(asked && { application: asked.application.name }) };
  // A sentence about a name that is not known would be none.
  const said = (word: Word | undefined): string | undefined => {
    const text = word && filled(words[word], values);
    return /\{(tenant|application)\}/.test(text ?? '') ? undefined : text;
  };
  const { way } = spec;
  const [login, back] = urls;
  const links: (readonly [string, string])[] = [];
  if (way === 'reload') links.push([words.endReload, address.href]);
  else if (way && !asked?.refusal) links.push([say(way), login]);
  if (back) links.push([said('endBack') ?? '', back]);
  const query = new URL(address.href).searchParams;
  const [id, cause] = [query.get('reference') ?? '', query.get('cause') ?? ''];
  // In the local run the person is the developer.
  const isShown = LOCAL.test(address.hostname) && CAUSE.test(cause);
  const lead = [said(spec.lead), said(spec.more)].filter(Boolean).join(' ');
  return {
    title: said(spec.title) ?? say('problemTitle'),
    lead,
    links,
    reference: REFERENCE.test(id) ? `${say('problemReference', { id })}${isShown ? ` ${cause}` : ''}` : undefined,
  };
}
