// Tells kinds of applications apart.
import type { ApplicationKind } from '../../contract/applications.ts';

/** Whether an application of this kind runs where no user can read its secrets. */
export const canKeepSecrets = (kind: ApplicationKind): boolean => kind === 'server' || kind === 'machine';
