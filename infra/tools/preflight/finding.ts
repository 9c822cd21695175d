// Defines what a check of an account is, and what it finds.
import type { Settings } from '../../settings/settings.ts';
import type { Clients } from './clients.ts';

/** `help`: what to do, as a command or a place in the console. */
export type Finding = Readonly<{ result: 'ok' | 'warning' | 'FAILS'; text: string; help?: string }>;
/** Decisions of the operator. `changesPasskeyDomain`: every passkey may become useless. */
export type Decided = Readonly<{ changesPasskeyDomain?: boolean | undefined }>;
export type Place = Readonly<{ clients: Clients; settings: Settings; region: string; decided: Decided }>;

/** One call of AWS that changes nothing, and what its reply means for the deployment. */
export type Check = Readonly<{
  name: string;
  /** The one permission that the call needs, as IAM spells it. */
  needs: string;
  isNeeded: (settings: Settings) => boolean;
  look: (place: Place) => Promise<Finding[]>;
}>;

export const ok = (text: string): Finding => ({ result: 'ok', text });
export const warning = (text: string, help: string): Finding => ({ result: 'warning', text, help });
export const fails = (text: string, help: string): Finding => ({ result: 'FAILS', text, help });

/** Returns the command that asks AWS for a higher quota. The codes are those of the console of Service Quotas. */
export const raise = (service: string, code: string, value: number, region: string): string =>
  `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} --desired-value ${value} --region ${region}`;
