// Tells kinds of applications apart.
import type { ApplicationKind } from '../../contract/applications.ts';
import type { Application } from '../../store/applications/applications.ts';

/** Whether an application of this kind runs where no user can read its secrets. */
export const canKeepSecrets = (kind: ApplicationKind): boolean => kind === 'server' || kind === 'machine';

/**
 * Whether the application may log users in without PKCE. It must prove itself when it shows the code: RFC 9700 2.1.1
 * requires PKCE of all others.
 */
export const mayOmitChallenge = ({ kind, pkce }: Pick<Application, 'kind' | 'pkce'>): boolean =>
  kind === 'server' && pkce === 'optional';
