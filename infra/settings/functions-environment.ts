// Checks settings of the functions by the functions' own schema, so that an invalid value fails at synthesis and not as
// 503 in production.
import { parse } from '../../lib/platform/settings/config.ts';
import { UserError } from '../user-error.ts';

/** How far a clock may be ahead of this one. */
const CLOCK_SKEW_MS = 60_000;

/** Throws `UserError` with the first invalid variable. `baseUrl`: where it is known before the deployment. */
export function requireValid(variables: Readonly<Record<string, string>>, baseUrl?: string): void {
  // Compared with the base URL where that is known (infra/settings/read.ts).
  const relyingParty = variables.GATEHOUSE_PASSKEY_RP_ID || 'stack';
  const fromStack = { GATEHOUSE_BASE_URL: baseUrl ?? `https://${relyingParty}`, GATEHOUSE_TABLE: 'stack' };
  const problem = problemOf({ ...fromStack, ...variables });
  if (problem !== undefined) throw new UserError(problem);
  const since = variables.GATEHOUSE_SESSIONS_SINCE;
  // Local time written as `Z` is the likely slip. Until then every session would be refused.
  if (Date.parse(since ?? '') > Date.now() + CLOCK_SKEW_MS)
    throw new UserError(`GATEHOUSE_SESSIONS_SINCE must not be in the future: ${since}`);
}

/** Whether the variables are valid together. */
export function areValid(variables: Readonly<Record<string, string>>): boolean {
  try {
    requireValid(variables);
    return true;
  } catch {
    return false;
  }
}

/** Returns what is wrong with the environment of a local run, in one line; `undefined` if it is valid. */
export function localProblem(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const proxy = environment.GATEHOUSE_TRUSTED_PROXY === undefined ? undefined : 'local';
  const fromRun = {
    GATEHOUSE_BASE_URL: 'http://localhost',
    GATEHOUSE_TABLE: 'local',
    GATEHOUSE_PROXY_SECRET: proxy,
  };
  return problemOf({ ...environment, ...fromRun });
}

function problemOf(environment: Record<string, string | undefined>): string | undefined {
  try {
    parse(environment);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
