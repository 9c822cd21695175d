// Says which domains an organization may have: those that are no mailbox service and no place where strangers get names.
import { fail } from '../../contract/errors.ts';
import { isShared } from '../../platform/public-suffixes.ts';
import { canonicalDomain } from '../addresses.ts';

/** The record that proves a domain is below it: an underscore, which no host has (RFC 8552). */
const LABEL = '_gatehouse-challenge';
export const recordNameOf = (domain: string): string => `${LABEL}.${domain}`;
export const recordValueOf = (token: string): string => `gatehouse-domain=${token}`;

/** A name has at most 253 characters (RFC 1035, 2.3.4). */
const MOST = 253 - LABEL.length - 1;

/**
 * Services that give mailboxes to anyone. None of them could be proved without their DNS. So the list is no protection of their
 * users: it spares people a wait, and the lookup of an address at one of them reads nothing.
 */
const MAILBOXES: ReadonlySet<string> = new Set(
  `126.com 163.com 139.com alice.it aol.com aol.de arcor.de att.net bell.net bigpond.com bluewin.ch bol.com.br btinternet.com
  comcast.net cox.net daum.net duck.com email.com fastmail.com fastmail.fm foxmail.com free.fr freenet.de gmail.com gmx.at
  gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com hotmail.be hotmail.co.uk hotmail.com hotmail.de hotmail.es
  hotmail.fr hotmail.it hushmail.com icloud.com inbox.ru interia.pl laposte.net libero.it live.co.uk live.com live.de live.fr
  live.nl mac.com mail.com mail.de mail.ru mailbox.org me.com msn.com naver.com o2.pl onet.pl online.de orange.fr outlook.com
  outlook.de outlook.es outlook.fr pm.me posteo.de posteo.net proton.me protonmail.ch protonmail.com qq.com rambler.ru
  rediffmail.com rocketmail.com sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com skynet.be sky.com t-online.de telenet.be
  terra.com.br tiscali.it tuta.com tutanota.com uol.com.br verizon.net virgilio.it vodafone.de wanadoo.fr web.de wp.pl
  ya.ru yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com
  yandex.ru yeah.net ymail.com zoho.com ziggo.nl`.split(/\s+/),
);

/** Whether an organization may have the domain. `domain`: lower-case A-labels. */
export const isOwnable = (domain: string): boolean => !MAILBOXES.has(domain) && !isShared(domain);

/** Returns the domain of a canonical address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/**
 * Returns the domain in lower-case A-labels. Throws INVALID_INPUT for what is no domain, and DOMAIN_NOT_ALLOWED for one that
 * no organization has.
 */
export function requireOwnable(text: string): string {
  const domain = canonicalDomain(text.trim());
  if (!domain || domain.length > MOST)
    return fail('INVALID_INPUT', { message: 'domain: must be one such as example.com' });
  return isOwnable(domain) ? domain : fail('DOMAIN_NOT_ALLOWED');
}
