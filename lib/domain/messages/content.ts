// Turns an event into the content of a message, if the code or token that it carries is still live.
import { unseal } from '../../crypto/seal.ts';
import { now } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { Undeliverable } from '../../platform/errors.ts';
import { rootSecret } from '../../platform/secrets.ts';
import { type CodePurpose, findCode, findToken } from '../../store/codes.ts';
import type { Tenant } from '../../store/tenants.ts';
import type { MessageEvent } from './event.ts';
import type { Content } from './render.ts';
import type { MessageKind } from './words.ts';

type Of<Name extends MessageEvent['name']> = Extract<MessageEvent, { name: Name }>;
type CodeEvent = Extract<MessageEvent, { detail: { codeId: string } }>;

/**
 * Returns the content of the message; `undefined` if its code or token is no longer live. `epoch` is the user's current
 * one. Throws `Undeliverable`, `Unavailable`.
 */
export async function contentOf(event: MessageEvent, tenant: Tenant, epoch: number): Promise<Content | undefined> {
  switch (event.name) {
    case 'svc.email_verification_requested':
      return withVerifyLink(await code(event, 'verifyEmail', 'verify-email', epoch), tenant);
    case 'svc.phone_verification_requested':
      return code(event, 'verifyPhone', 'verify-phone', epoch);
    case 'svc.passwordless_code_requested':
      return code(event, 'login', event.detail.channel === 'email' ? 'login-email' : 'login-sms', epoch);
    case 'svc.two_factor_code_sent':
      return code(event, 'secondFactor', event.detail.channel === 'email' ? 'mfa-email' : 'mfa-sms', epoch);
    case 'svc.password_reset_requested':
      return code(event, 'reset', 'reset', epoch);
    case 'svc.user_invited':
      return invitation(event, tenant, epoch);
    case 'svc.signup_attempted':
      return { kind: 'signupAttempted' };
    case 'svc.password_changed':
      return { kind: 'passwordChanged' };
    case 'svc.password_reset':
      return { kind: 'passwordReset' };
    case 'svc.two_factor_enabled':
      return { kind: 'twoFactorEnabled' };
    case 'svc.two_factor_disabled':
      return { kind: 'twoFactorDisabled' };
    case 'svc.mfa_device_added':
      return { kind: 'deviceAdded' };
    case 'svc.mfa_device_removed':
      return { kind: 'deviceRemoved' };
    case 'svc.mfa_recovery_codes_generated':
      return { kind: 'recoveryCodesGenerated' };
    case 'svc.mfa_recovery_code_used':
      return { kind: 'recoveryCodeUsed' };
    case 'svc.identity_linked':
      return { kind: 'identityLinked' };
    case 'svc.user_updated': {
      const onlyPassword = !['email', 'phone'].some((field) => event.detail.updatedFields.includes(field));
      return { kind: onlyPassword ? 'passwordChanged' : 'accountChanged' };
    }
  }
  // A message event without a case does not compile.
  event satisfies never;
}

async function code(
  event: CodeEvent,
  kind: MessageKind,
  purpose: CodePurpose,
  epoch: number,
): Promise<Content | undefined> {
  const live = await findCode(event.tenant, event.user, purpose);
  if (live?.id !== event.detail.codeId || live.expiresAt <= now() || live.epoch !== epoch) return undefined;
  return { kind, code: await unsealedCode(event), validMs: live.expiresAt - now() };
}

async function unsealedCode({ detail }: CodeEvent): Promise<string> {
  const roots = await rootSecret('seal');
  try {
    const { code } = JSON.parse(unseal(roots, `message|${detail.id}`, detail.sealed));
    if (typeof code === 'string' && /^[0-9A-Za-z-]{4,32}$/.test(code)) return code;
  } catch {
    // No reason is reported: an error message would quote the code.
  }
  throw new Undeliverable('code cannot be unsealed');
}

/** An account with a password gets a notice without a link: the user logs in as usual. */
async function invitation({ detail, tenant, user }: Of<'svc.user_invited'>, { settings }: Tenant, epoch: number) {
  const { token, tokenId } = detail;
  if (token === null) return { kind: 'added' } as const;
  const live = await findToken(tenant, user, 'set-password');
  if (!tokenId || live?.id !== tokenId || live.expiresAt <= now() || live.epoch !== epoch) return undefined;
  const template = settings.links?.acceptInvite ?? `${config().baseUrl}/__set-password?token={token}`;
  const link = { action: 'accept', url: filled(template, 'token', token) } as const;
  return { kind: 'invitation', link, validMs: live.expiresAt - now() } as const;
}

function withVerifyLink(content: Content | undefined, { settings }: Tenant): Content | undefined {
  const template = settings.links?.verifyEmail;
  if (!content?.code || !template) return content;
  return { ...content, link: { action: 'verify', url: filled(template, 'code', content.code) } };
}

/** Fills the value into the tenant's link template. It is URL-encoded, so it cannot change the rest of the link. */
const filled = (template: string, name: string, value: string): string =>
  template.replaceAll(`{${name}}`, () => encodeURIComponent(value));
