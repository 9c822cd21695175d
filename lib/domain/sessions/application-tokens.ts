// Decides which operations the token of an application opens.
import { fail } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import type { AccessClaims, PendingClaims } from '../../crypto/jwt.ts';
import { opens } from '../application-rights.ts';
import type { Actor } from './caller.ts';

/** Whether the token is none of an application, or has the scope that the operation wants of applications. */
export const isOpened = (
  { application }: Actor,
  claims: AccessClaims | PendingClaims,
  { admits }: Operation,
): boolean =>
  !application ||
  (admits?.application !== undefined && 'aud' in claims && opens(application, claims, admits.application));

/** Throws FORBIDDEN where no application may call, and INSUFFICIENT_SCOPE, which names the scope (RFC 6750 3.1). */
export function requireOpened(actor: Actor, claims: AccessClaims | PendingClaims, operation: Operation): void {
  if (isOpened(actor, claims, operation)) return;
  const scope = operation.admits?.application ?? fail('FORBIDDEN', { message: 'Applications cannot do this.' });
  fail('INSUFFICIENT_SCOPE', {
    message: `The token of the application needs the scope ${scope}.`,
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}
