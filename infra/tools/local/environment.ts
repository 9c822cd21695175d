// Checks the environment of `npm start` before anything starts. A wrong setting would otherwise be ignored, or make
// functions respond 503.
import { settingNames } from '../../../lib/platform/settings/environment.ts';
import { localProblem } from '../../settings/functions-environment.ts';
import { nearest } from '../../settings/spelling.ts';
import { UserError } from '../../user-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'GATEHOUSE_';
/** Settings of the local run itself. */
const OWN = [
  'GATEHOUSE_DATA',
  'GATEHOUSE_APPLICATIONS',
  'GATEHOUSE_SEED',
  'GATEHOUSE_ENGINE',
  'GATEHOUSE_SSO_PROVIDERS',
];
/** Settings of `npm run smoke` and of the tests, which a shell may have beside those of the local run. */
const OF_OTHERS = /^GATEHOUSE_(ADMIN_(EMAIL|PASSWORD|OTP)|TARGET|REPORTS|(FAULT|MODEL|CRUD|TEST|UPGRADE)_\w+)$/;
/** Shorter keys count as none (lib/platform/aws/secrets.ts). */
const LEAST_ADMIN_KEY = 32;

/** Throws `UserError`, in one line that names the variable, for the first that is unknown or invalid. */
export function requireEnvironment(environment: Environment): void {
  const known = [...OWN, ...settingNames];
  for (const name of Object.keys(environment)) {
    if (name.startsWith(PREFIX) && !known.includes(name) && !OF_OTHERS.test(name)) throw unknown(name, known);
  }
  const { ADMIN_SECRET_KEY: key, GATEHOUSE_SEED: seed, GATEHOUSE_SSO_PROVIDERS: providers } = environment;
  if (key !== undefined && key.length < LEAST_ADMIN_KEY)
    throw new UserError(`ADMIN_SECRET_KEY must have at least ${LEAST_ADMIN_KEY} characters, not ${key.length}`);
  if (seed !== undefined && !['on', 'off'].includes(seed)) throw new UserError(`GATEHOUSE_SEED must be on or off`);
  if (providers && !isObject(providers))
    throw new UserError('GATEHOUSE_SSO_PROVIDERS must be a JSON object of identity providers');
  // A module here, and the ARN of a function in a deployment.
  const problem = localProblem({ ...environment, GATEHOUSE_MESSAGE_SENDER: undefined });
  if (problem !== undefined) throw new UserError(problem);
}

function unknown(name: string, known: readonly string[]): UserError {
  const [word, ...words] = [name, ...known].map((each) => each.slice(PREFIX.length)) as [string, ...string[]];
  const meant = nearest(word, words);
  const help = meant ? `Did you mean ${PREFIX}${meant}?` : 'docs/guides/local-run.md lists the settings.';
  return new UserError(`${name} is not a setting. ${help}`);
}

function isObject(text: string): boolean {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
