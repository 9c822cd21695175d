// Settings of secrets and keys.
import { choice, reference, type Setting, whole } from '../setting.ts';

export const KEYS = {
  signingKeyDays: whole('Days until the next key signs access tokens.', 30, 1, 365),
  rootSecretDays: whole('Days until each root secret gets a new version.', 365, 30, 1000),
  adminKey: choice(
    'The key for creating the first admin. Set it to `off` once there is one; it costs 0.40 USD per month.',
    'on',
    'off',
  ),
  identityProviders: choice('A secret for identity providers of the deployment (0.40 USD per month).', 'off', 'on'),
  kmsKeyArn: reference(
    'An existing key for `profile=hardened`, in the same region. Its policy needs the statements that the template’s metadata lists as `KeyPolicy`.',
    'the ARN of a KMS key',
    /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]{1,256}$/,
  ),
} as const satisfies Record<string, Setting>;
