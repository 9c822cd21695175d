// Asks a user pool of Amazon Cognito: InitiateAuth with USER_PASSWORD_AUTH, then GetUser for the attributes. Both are public
// operations over HTTPS, so the function needs no permission in the account of the pool.
import { createHmac } from 'node:crypto';
import { fetchJson } from '../../platform/outbound/outbound-fetch.ts';
import type { Migration } from '../tenants/migration-settings.ts';
import { type Claims, codeIn, failure, objectIn, type Typed, type Verdict } from './verdict.ts';

/** Cognito says the same of a wrong password, a user that it locked for a while, and one that an admin disabled. */
const WRONG = ['NotAuthorizedException', 'UserNotFoundException'];
const LOCKED = /attempts exceeded/i;
const STEPS = ['PasswordResetRequiredException', 'UserNotConfirmedException'];

/** Attributes are texts. These are booleans in claims. */
const BOOLEANS = ['email_verified', 'phone_number_verified'];

/** Throws `Unavailable` if the pool does not say whether the password is right. */
export async function askCognito(
  { url, clientId = '' }: Migration,
  secret: string | undefined,
  { identifier: { value: username }, password }: Typed,
  signal: AbortSignal,
): Promise<Verdict> {
  const started = await call(url, 'InitiateAuth', signal, {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: clientId,
    AuthParameters: {
      USERNAME: username,
      PASSWORD: password,
      ...(secret !== undefined && { SECRET_HASH: secretHash(secret, username, clientId) }),
    },
  });
  if ('error' in started) return refusalIn(started);
  const { ChallengeName, AuthenticationResult } = started.reply;
  if (ChallengeName !== undefined) return 'step';
  const token = (AuthenticationResult as { AccessToken?: unknown } | undefined)?.AccessToken;
  if (typeof token !== 'string') throw failure('no access token');
  const found = await call(url, 'GetUser', signal, { AccessToken: token });
  if ('error' in found) throw failure(`GetUser, ${codeIn(found.error)}`);
  return { claims: claimsOf(found.reply.UserAttributes) };
}

/** Amazon Cognito Developer Guide, "Computing secret hash values". */
const secretHash = (secret: string, username: string, clientId: string): string =>
  createHmac('sha256', secret)
    .update(username + clientId)
    .digest('base64');

type Reply = { reply: Claims } | { error: unknown; message: unknown };

async function call(url: string, action: string, signal: AbortSignal, input: object): Promise<Reply> {
  const response = await fetchJson(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    },
    body: JSON.stringify(input),
    signal,
  });
  if (response.status === 429) throw failure('status 429');
  const reply = await objectIn(response);
  if (response.ok) return { reply };
  // Some endpoints of AWS put a namespace before the name.
  const error = typeof reply.__type === 'string' ? reply.__type.split('#').at(-1) : undefined;
  return { error, message: reply.message };
}

function refusalIn({ error, message }: { error: unknown; message: unknown }): Verdict {
  const code = codeIn(error);
  if (STEPS.includes(code)) return 'step';
  if (!WRONG.includes(code)) throw failure(code);
  if (typeof message === 'string' && LOCKED.test(message)) throw failure('attempts exceeded');
  return 'wrong';
}

function claimsOf(attributes: unknown): Claims {
  if (!Array.isArray(attributes)) throw failure('no attributes');
  return Object.fromEntries(
    attributes.flatMap((each: { Name?: unknown; Value?: unknown } | null) => {
      if (typeof each?.Name !== 'string' || typeof each.Value !== 'string') return [];
      return [[each.Name, BOOLEANS.includes(each.Name) ? each.Value === 'true' : each.Value]];
    }),
  );
}
