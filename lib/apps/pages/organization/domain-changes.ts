// Changes a domain of the organization, and explains what only domains are refused.
import { WrongField } from '../../kit/voice.ts';
import { said } from '../account/me.ts';
import { proved } from '../account/step-up.tsx';
import type { api } from '../ui/api.ts';
import { asError } from '../ui/api.ts';
import { say } from '../words/domains.ts';
import type { Role } from './role-choice.tsx';

export type Domain = Awaited<ReturnType<typeof api.organization.domains>>['domains'][number];
export type Join = Domain['join'];

export type RowProps = {
  of: Domain;
  roles: readonly Role[];
  /** Shows a changed domain in its place, or no more. */
  show: (domain: string, changed?: Domain) => void;
  /** Called when the domain is not what the list shows. */
  onStale: () => Promise<void>;
};

/** Calls the service. `undefined`: the domain is not what the list shows, which is read again. */
export async function changed({ of: { domain }, onStale }: RowProps, call: () => Promise<{ domain: Domain }>) {
  try {
    return (await proved(call)).domain;
  } catch (error) {
    if (asError(error).code !== 'DOMAIN_NOT_FOUND') throw error;
    await onStale();
    said.value = say('domainGone', { name: domain });
    return undefined;
  }
}

type Word = Parameters<typeof say>[0];
const REFUSALS: Readonly<Record<string, readonly [field: string, word: Word]>> = {
  DOMAIN_NOT_ALLOWED: ['domain', 'domainRefused'],
  DOMAIN_ALREADY_EXISTS: ['domain', 'domainTaken'],
  DOMAIN_LIMIT_REACHED: ['domain', 'domainLimit'],
  INVALID_INPUT: ['domain', 'domainWrong'],
  ROLE_NOT_FOUND: ['join', 'joinGone'],
  PROVIDER_NOT_FOUND: ['join', 'joinGone'],
};

/** Shows beside the field what only these forms are refused. */
export function refuse(error: unknown, refusals = REFUSALS): never {
  const refusal = asError(error);
  const [field, word] = refusals[refusal.code] ?? [];
  if (field && word) throw new WrongField(field, say(word), refusal);
  throw error;
}

/** The same for how people join. */
export const refuseJoin = (error: unknown): never =>
  refuse(error, { ...REFUSALS, INVALID_INPUT: ['join', 'joinSignUpOpen'] });
