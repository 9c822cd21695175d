// Declares how admins log in by the identity provider of the deployment. It is a part of the group admin-console.
import * as z from 'zod/mini';
import { named } from '../documentation.ts';
import { contract } from '../operation.ts';
import { code, redirect } from '../shapes.ts';
import { passkeyFactor, passkeyFactorFields } from './parts/admin-passkeys.ts';

const text = (most: number) => z.optional(z.string().check(z.maxLength(most)));

export const adminProviderLogin = contract({
  'GET /auth/admin/sso': {
    name: 'startSso',
    summary: 'Start the login of an admin with the identity provider',
    access: 'public',
    rate: 'credential',
    reply: redirect,
    status: 302,
    errors: ['PROVIDER_NOT_FOUND', 'RATE_LIMITED'],
    browser: { cookies: 'start-sso' },
    extension: true,
  },
  'GET /auth/admin/sso/callback': {
    name: 'ssoCallback',
    summary: 'Return an admin from the identity provider',
    access: 'public',
    rate: 'credential',
    query: z.object({ state: text(128), code: text(2048), iss: text(512), error: text(128) }),
    reply: redirect,
    status: 302,
    errors: ['PROVIDER_NOT_FOUND', 'CONFLICTING_CREDENTIALS'],
    extension: true,
  },
});

export const adminProviderOperations = () => ({
  'GET /auth/admin/sso': {
    description: 'For browsers. The setting `GATEHOUSE_ADMIN_PROVIDER` names the provider.',
  },
  'GET /auth/admin/sso/callback': {
    description:
      'Ends at `<base URL>/console/signed-in`, or there with `?error=` and the code of an error. The browser then calls ' +
      'POST /auth/admin/sso/complete.',
    query: {
      state: 'The state that the browser left with.',
      code: 'The code of the provider.',
      iss: 'The issuer, if the provider sends it.',
      error: 'What went wrong at the provider.',
    },
  },
  'POST /auth/admin/sso/complete': {
    description:
      'Only an existing admin, whose address the provider says is verified, can log in. The first login links their ' +
      'account at the provider, by issuer and subject; afterwards the address no longer counts.',
  },
});

export const completion = z.object({ otp: z.optional(code), ...passkeyFactor });

export const adminProviderShapes = () => [
  named(
    completion,
    'CompleteAdminSsoRequest',
    'The second factor.',
    { otp: 'The six digits of the authenticator app, if there is one.', ...passkeyFactorFields() },
    { otp: '492039' },
  ),
];
