// Settings of secrets and keys.
import { UserError } from '../../user-error.ts';
import { choice, reference, type Setting, whole } from '../setting.ts';

/** The secrets that a deployment may take from elsewhere. The admin key is made anew. */
export const ADOPTABLE = ['pepper', 'seal', 'session', 'sso', 'proxy'] as const;
export type Adoptable = (typeof ADOPTABLE)[number];
export type ExistingSecrets = Readonly<Partial<Record<Adoptable, string>>>;

/** Complete: a policy names the random characters at the end, too. */
const SECRET_ARN = /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]{1,505}-[A-Za-z0-9]{6}$/;

export const KEYS = {
  signingKeyDays: whole('Days until the next key signs access tokens.', 30, 1, 365),
  rootSecretDays: whole('Days until each root secret gets a new version.', 365, 30, 1000),
  adminKey: choice(
    'The key for creating the first admin. Set it to `off` once there is one; it costs 0.40 USD per month.',
    'on',
    'off',
  ),
  identityProviders: choice('A secret for identity providers of the deployment (0.40 USD per month).', 'off', 'on'),
  existingSecrets: reference(
    'Secrets of this region in place of ones that the stack makes, such as `pepper=ARN,seal=ARN,session=ARN`. They are kept: replicas of another region, those that an earlier stack left behind, or `sso` after `identityProviders` was off.',
    `names of ${ADOPTABLE.join(', ')}, each with the complete ARN of a secret, as name=ARN, separated by commas`,
    areSecrets,
  ),
  existingSecretRotation: choice(
    '`on` rotates the root secrets of `existingSecrets`, too. Only a secret of its own can be rotated; Secrets Manager refuses a replica.',
    'off',
    'on',
  ),
  kmsKeyArn: reference(
    'An existing key for `profile=hardened`, in the same region. Its policy needs the statements that the template’s metadata lists as `KeyPolicy`.',
    'the ARN of a KMS key',
    /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]{1,256}$/,
  ),
} as const satisfies Record<string, Setting>;

const pairsIn = (text: string): [name: string, arn: string][] =>
  text.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);

const isAdoptable = (name: string): name is Adoptable => (ADOPTABLE as readonly string[]).includes(name);

function areSecrets(text: string): boolean {
  const pairs = pairsIn(text);
  const isSound = pairs.every(([name, arn]) => isAdoptable(name) && SECRET_ARN.test(arn));
  return isSound && new Set(pairs.map(([name]) => name)).size === pairs.length;
}

/** An ARN may be a token of the CDK. Throws `UserError` for a name that no secret has. */
export function readExistingSecrets(text: string | undefined): ExistingSecrets {
  const pairs = text === undefined ? [] : pairsIn(text);
  const unknown = pairs.find(([name]) => !isAdoptable(name));
  if (unknown) throw new UserError(`existingSecrets names ${unknown[0]}, which is not one of ${ADOPTABLE.join(', ')}`);
  return Object.fromEntries(pairs);
}
