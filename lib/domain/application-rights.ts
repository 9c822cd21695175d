// Decides what an application may have, and what its token is good for here: an application is not its user.
import { isForFirstParties, isScope, type Scope } from '../contract/scopes.ts';
import type { Application } from '../store/applications/applications.ts';

export type Rights = Pick<Application, 'party' | 'scopes' | 'grants' | 'accountByDefault'>;

/** Whether the application may have the scope now. A refresh token is for applications that may use one. */
export function mayHave({ party, scopes, grants }: Rights, scope: Scope): boolean {
  if (party === 'third' && isForFirstParties(scope)) return false;
  if (scope === 'offline_access' && !grants.includes('refresh_token')) return false;
  return scopes?.includes(scope) ?? true;
}

/** Whether it has the scope `account` without asking. */
const hasAccount = (application: Rights): boolean => application.accountByDefault && mayHave(application, 'account');

/** Returns those of the scopes that it may have now, with what it has without asking. Others are not known here. */
export function granted(application: Rights, asked: readonly string[]): Scope[] {
  const scopes = asked.filter(isScope).filter((scope) => mayHave(application, scope));
  return [...new Set<Scope>([...scopes, ...(hasAccount(application) ? ['account' as const] : [])])];
}

/** Whether a token has the key that the application must prove, if it must (RFC 9449 5.2). */
export const isBoundAsRequired = ({ requiresDpop }: Application, { cnf }: { cnf?: object }): boolean =>
  !requiresDpop || cnf !== undefined;

/**
 * Returns the scopes of a token that count now: its claim, because a token may be narrower than its session, without what
 * the application has lost since then.
 */
export const scopesOf = (application: Rights, { scope }: { scope?: string }): Scope[] =>
  granted(application, (scope ?? '').split(' '));

/** Whether the token of the application opens what this scope opens. */
export const opens = (application: Rights, claims: { scope?: string }, wanted: Scope): boolean =>
  scopesOf(application, claims).includes(wanted);
