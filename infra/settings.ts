// What a deployment may choose, from the CDK context: `-c baseUrl=https://auth.example.com`, `-c GATEHOUSE_APP_NAME=Acme`.
// It is judged at synthesis by the functions' own schema, so that a bad value fails here and not as 503 in production.
import { parse } from '../lib/platform/config.ts';

export type Settings = {
  /** Also the beginning of every function's name, and the name of the bus. */
  stackName: string;
  /** The custom domain in front of the API; `undefined` takes the URL that API Gateway gives. */
  baseUrl: string | undefined;
  /** Who e-mails come from, `address` or `Name <address>`; without one nothing is sent. */
  sender: string | undefined;
  /** Handed to the functions as they are. */
  variables: Record<string, string>;
};

/** A setting that the person who deploys can mend: shown as one line, without a stack. */
export class SettingError extends Error {}

/** Settings of lib/platform/config.ts that are choices; the others follow from the stack or are for the local run. */
const CHOICES = [
  'GATEHOUSE_AUDIENCE',
  'GATEHOUSE_APP_NAME',
  'GATEHOUSE_SES_CONFIGURATION_SET',
  'GATEHOUSE_SMS_SENDER_ID',
  'GATEHOUSE_TOKEN_TYPE',
  'GATEHOUSE_CSRF',
  'GATEHOUSE_ALLOWED_ORIGINS',
  'GATEHOUSE_SIGNING_ALG',
  'GATEHOUSE_PASSWORD_HASH',
  'GATEHOUSE_ACCESS_TTL',
  'GATEHOUSE_SESSION_IDLE_TTL',
  'GATEHOUSE_SESSION_ABSOLUTE_TTL',
  'GATEHOUSE_PENDING_TTL',
  'GATEHOUSE_ADMIN_IDLE_TTL',
  'GATEHOUSE_ADMIN_ABSOLUTE_TTL',
  'GATEHOUSE_REFRESH_GRACE',
  'GATEHOUSE_SESSIONS_PER_USER',
];

/** The settings in the context. Throws `SettingError` for the first that is not valid, unknown names included. */
export function readSettings(context: Readonly<Record<string, unknown>>): Settings {
  const { stackName = 'Gatehouse', baseUrl, sender } = context;
  // Function names have at most 64 characters, and the longest group needs 30 of them.
  if (typeof stackName !== 'string' || !/^[A-Za-z][A-Za-z0-9-]{0,33}$/.test(stackName)) {
    throw new SettingError('stackName must be at most 34 letters, digits and hyphens');
  }
  if (baseUrl !== undefined && !isHttpsOrigin(baseUrl)) {
    throw new SettingError(`baseUrl must be an https origin such as https://auth.example.com, not ${String(baseUrl)}`);
  }
  if (sender !== undefined && !isValid({ GATEHOUSE_SENDER: String(sender) })) {
    throw new SettingError('sender must be an address such as no-reply@example.com or Example <no-reply@example.com>');
  }
  const given = Object.entries(context).filter(([name]) => name.startsWith('GATEHOUSE_'));
  const unknown = given.find(([name]) => !CHOICES.includes(name));
  if (unknown) throw new SettingError(`${unknown[0]} is not a setting of a deployment: ${CHOICES.join(', ')}`);
  const variables = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  demandValid(variables);
  return { stackName, baseUrl: baseUrl as string | undefined, sender: sender as string | undefined, variables };
}

/** An origin and nothing more: paths are exact, and a base path mapping would stand in front of each. */
const isHttpsOrigin = (url: unknown): boolean =>
  typeof url === 'string' && url.startsWith('https://') && URL.canParse(url) && new URL(url).origin === url;

function demandValid(variables: Record<string, string>): void {
  const fromStack = { GATEHOUSE_BASE_URL: 'https://stack', GATEHOUSE_TABLE: 'stack', GATEHOUSE_ROOT_SECRET: 'stack' };
  try {
    parse({ ...fromStack, ...variables });
  } catch (error) {
    throw new SettingError((error as Error).message);
  }
}

function isValid(variables: Record<string, string>): boolean {
  try {
    demandValid(variables);
    return true;
  } catch {
    return false;
  }
}
