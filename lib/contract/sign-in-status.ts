// Declares what keeps a user from signing in, as admins see it.

import * as z from 'zod/mini';
import { addressKinds } from './channels.ts';
import { type NamedShape, named } from './documentation.ts';
import { dateTime, nullableDateTime } from './shapes.ts';

export const OBSTACLES = [
  'ACCOUNT_DISABLED',
  'TENANT_INACTIVE',
  'PASSWORD_LOCKED',
  'CODE_GUESSES_USED',
  'SECOND_FACTOR_LOCKED',
  'RECOVERY_CODES_LOCKED',
  'NO_PASSWORD',
  'INVITATION_OPEN',
  'INVITATION_EXPIRED',
  'ADDRESS_SWITCHED_OFF',
  'ADDRESS_UNVERIFIED',
  'ADDRESS_UNPROVED',
  'IDENTITY_UNLINKED',
  'SECOND_FACTOR_MISSING',
  'SECOND_FACTOR_TO_SET_UP',
  'PASSKEYS_OFF',
  'PASSKEY_NO_FIRST_FACTOR',
  'PASSKEY_UNVERIFIED_USER',
  'PASSKEY_OF_ANOTHER_DOMAIN',
  'PASSKEY_NEEDED',
  'MUST_CHANGE_PASSWORD',
] as const;

const method = z.enum(['password', 'code', 'provider', 'passkey']);
const address = z.nullable(z.enum(addressKinds));

const obstacle = z.object({
  code: z.enum(OBSTACLES),
  message: z.string(),
  method: z.nullable(method),
  address,
  isBlocking: z.boolean(),
  since: nullableDateTime,
  until: nullableDateTime,
  remedy: z.nullable(z.string()),
});
const way = z.object({ method, address, isOpen: z.boolean() });

const passkeys = z.object({
  count: z.int(),
  mode: z.enum(['off', 'optional', 'required']),
  isFirstFactor: z.boolean(),
});

export const signInStatus = z.object({
  canSignIn: z.boolean(),
  obstacles: z.array(obstacle),
  ways: z.array(way),
  passkeys,
  checkedAt: dateTime,
});

export const signInStatusDocs = (): readonly NamedShape[] => [
  named(
    obstacle,
    'SignInObstacle',
    'Something that keeps a user from signing in, or that awaits them when they do.',
    {
      code: 'What it is. Clients branch on it.',
      message: 'A sentence for people. It may change.',
      method: 'The way of signing in that it concerns. `null`: all of them.',
      address: 'The address that it concerns. `null`: all of them, or none.',
      isBlocking: 'Whether the way is closed by it. Otherwise the user gets in and is asked for something.',
      since: 'When it began. `null`: unknown.',
      until: 'When it ends by itself. `null`: it does not.',
      remedy: 'The operation that helps, as method and route. `null`: only the user can help.',
    },
    {
      code: 'PASSWORD_LOCKED',
      message: 'There were too many wrong passwords.',
      method: 'password',
      address: 'email',
      isBlocking: true,
      since: null,
      remedy: 'POST /auth/admin/api/users/{id}/unlock',
    },
  ),
  named(
    way,
    'SignInWay',
    'A way of signing in that the account has.',
    {
      method: 'A password, a code in a message, an identity provider, or a passkey alone.',
      address: 'The address that it uses. `null` for a provider and a passkey.',
      isOpen: 'Whether nothing blocks it.',
    },
    { method: 'password', address: 'email', isOpen: false },
  ),
  named(passkeys, 'SignInPasskeys', 'The passkeys of a user, and what their tenant does with them.', {
    count: 'The passkeys that the account has.',
    mode: '`settings.passkeys.mode` of the tenant; `off`, too, where the deployment has none.',
    isFirstFactor: 'Whether one that verifies its user signs in alone.',
  }),
  named(
    signInStatus,
    'SignInStatus',
    'Whether a user can sign in, and what is in their way.',
    {
      canSignIn: 'Whether one of the ways is open.',
      obstacles: 'What is in the way. An empty list: nothing.',
      ways: 'The ways of signing in that the account has.',
      passkeys: 'Whether the user has passkeys, and what they are good for.',
      checkedAt: 'When this was read.',
    },
    { canSignIn: false },
  ),
];
