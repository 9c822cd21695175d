// Turns an event into the content of a message, if the code or token that it carries is still live.
import { CHANNELS } from '../../contract/channels.ts';
import { unseal } from '../../crypto/seal.ts';
import { digest } from '../../crypto/secrets.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { now } from '../../platform/clock.ts';
import { Undeliverable } from '../../platform/errors.ts';
import { config } from '../../platform/settings/config.ts';
import type { AdminInvitation } from '../../store/admins/admin-invitations.ts';
import { type CodePurpose, findCode, findToken } from '../../store/people/codes.ts';
import type { SetupLink } from '../../store/tenants/setup-links.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { isOfNow } from '../still-counts.ts';
import type {
  AdminMessageEvent,
  FinderMessageEvent,
  JoinMessageEvent,
  SetupMessageEvent,
  UserMessageEvent,
} from './event.ts';
import type { Found } from './tenants-of.ts';
import type { AdminNotice, MessageKind } from './texts/locales/locale.ts';
import type { Content } from './texts/render.ts';

type Of<Name extends UserMessageEvent['name']> = Extract<UserMessageEvent, { name: Name }>;
type CodeEvent = Extract<UserMessageEvent, { detail: { codeId: string } }>;
type EventDetailOf<Name extends AdminMessageEvent['name']> = Extract<AdminMessageEvent, { name: Name }>['detail'];

/**
 * Returns the content of the message; `undefined` if its code or token is no longer live. `epoch` is the user's current
 * one. Throws `Undeliverable`, `Unavailable`.
 */
export async function contentOf(event: UserMessageEvent, tenant: Tenant, epoch: number): Promise<Content | undefined> {
  switch (event.name) {
    case 'svc.email_verification_requested':
      return (
        withVerifyLink(await code(event, 'verifyEmail', 'verify-email', epoch), tenant) ??
        // A link verifies the address that the account has. A new one is confirmed where it was typed.
        (await code(event, 'verifyEmail', 'change-email', epoch)) ??
        code(event, 'verifyEmail', 'list-tenants', epoch)
      );
    case 'svc.phone_verification_requested':
      return (
        (await code(event, 'verifyPhone', 'verify-phone', epoch)) ?? code(event, 'verifyPhone', 'change-phone', epoch)
      );
    case 'svc.passwordless_code_requested':
      return code(event, 'login', CHANNELS[event.detail.channel].login, epoch);
    case 'svc.two_factor_code_sent':
      return code(event, 'secondFactor', CHANNELS[event.detail.channel].secondFactor, epoch);
    case 'svc.password_reset_requested':
      return withResetLink(await code(event, 'reset', 'reset', epoch), event, tenant);
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
    case 'svc.passkey_added':
      return { kind: 'passkeyAdded' };
    case 'svc.passkey_removed':
      return { kind: 'passkeyRemoved' };
    case 'svc.mfa_recovery_codes_generated':
      return { kind: 'recoveryCodesGenerated' };
    case 'svc.mfa_recovery_code_used':
      return { kind: 'recoveryCodeUsed' };
    case 'svc.identity_linked':
      return { kind: 'identityLinked' };
    case 'svc.guessing_detected':
      return { kind: 'guessingDetected' };
    case 'svc.user_inactive': {
      const kind = event.detail.action === 'delete' ? 'unusedDeleted' : 'unusedDisabled';
      const validMs = Date.parse(event.detail.actsAt) - now();
      return validMs > 0 ? { kind, validMs } : undefined;
    }
    case 'svc.account_linked':
      return { kind: 'accountLinked' };
    case 'svc.acting_started':
      return { kind: 'actingStarted' };
    case 'svc.recovery_link_created':
      return { kind: 'recoveryLinkCreated' };
    case 'svc.identity_unlinked':
      return { kind: 'identityUnlinked' };
    case 'svc.api_key_created':
    case 'svc.api_key_rotated': {
      const validMs = Date.parse(event.detail.expiresAt) - now();
      return validMs > 0 ? { kind: 'apiKeyCreated', keyName: event.detail.name, validMs } : undefined;
    }
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
  if (Date.parse(event.detail.expiresAt) <= now()) return undefined;
  const sent = await unsealedCode(event);
  const live = await findCode(event.tenant, event.user, purpose, sent.binding);
  if (live?.id !== event.detail.codeId || live.expiresAt <= now() || live.epoch !== epoch || !isOfNow(live.createdAt))
    return undefined;
  return { kind, code: sent.code, validMs: live.expiresAt - now() };
}

/** Returns the code, and the binding under which it is stored. */
async function unsealedCode({ detail }: CodeEvent): Promise<{ code: string; binding: string | undefined }> {
  const roots = await rootSecret('seal');
  try {
    const { code, binding } = JSON.parse(unseal(roots, `message|${detail.id}`, detail.sealed));
    const isBinding = binding === undefined || /^[\w-]{43}$/.test(binding);
    if (typeof code === 'string' && /^[0-9A-Za-z-]{4,32}$/.test(code) && isBinding) return { code, binding };
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
  if (!isOfNow(live.createdAt)) return undefined;
  const template = settings.links?.acceptInvite ?? config().inviteLink;
  const link = { action: 'accept', url: filled(template, 'token', token) } as const;
  return { kind: 'invitation', link, validMs: live.expiresAt - now() } as const;
}

/**
 * Returns the content of an invitation of an admin; `undefined` if it was accepted, revoked or sent again, or has expired.
 * The path is that of our page. Browsers send what is behind `#` to no server. Throws `Undeliverable`, `Unavailable`.
 */
export async function adminInvitation(
  detail: EventDetailOf<'svc.admin_invited'>,
  invitation: AdminInvitation | undefined,
): Promise<Content | undefined> {
  const token = await unsealed(detail);
  const secret = token.slice(token.lastIndexOf('.') + 1);
  if (invitation?.secretHash !== digest(secret) || invitation.email !== detail.to) return undefined;
  if (invitation.expiresAt <= now() || !isOfNow(invitation.sentAt)) return undefined;
  const link = {
    action: 'accept',
    url: `${config().baseUrl}/console/accept#token=${encodeURIComponent(token)}`,
  } as const;
  return { kind: 'adminInvitation', link, validMs: invitation.expiresAt - now() };
}

/** Returns the content of a setup link; `undefined` if it was used or revoked, or has expired. Throws as the invitation does. */
export async function setupLink(
  { detail }: SetupMessageEvent,
  link: SetupLink | undefined,
): Promise<Content | undefined> {
  const token = await unsealed(detail);
  const secret = token.slice(token.lastIndexOf('.') + 1);
  if (link?.secretHash !== digest(secret) || link.email !== detail.to) return undefined;
  if (link.usedAt !== undefined || link.revokedAt !== undefined || link.expiresAt <= now()) return undefined;
  if (!isOfNow(link.createdAt)) return undefined;
  const url = `${config().baseUrl}/setup#token=${encodeURIComponent(token)}`;
  return { kind: 'setupLink', link: { action: 'accept', url }, validMs: link.expiresAt - now() };
}

/** Returns the link with which a person asks to join, `undefined` if it has expired; or that they were refused. Throws as the invitation does. */
export async function joinMessage(
  event: JoinMessageEvent,
  { slug }: Pick<Tenant, 'slug'>,
): Promise<Content | undefined> {
  if (event.name === 'svc.join_refused') return { kind: 'joinRefused' };
  const { detail } = event;
  const token = await unsealed(detail);
  const validMs = Date.parse(detail.expiresAt) - now();
  if (validMs <= 0 || !isOfNow(Date.parse(detail.occurredAt))) return undefined;
  const url = `${config().baseUrl}/login/join?tenant=${encodeURIComponent(slug)}#token=${encodeURIComponent(token)}`;
  return { kind: 'joinRequest', link: { action: 'join', url }, validMs };
}

/**
 * Returns the content of a code for an admin; `undefined` if it has expired. The event says it all: the mailer reads no admin,
 * because their item has their password and authenticator.
 */
export async function adminCode(detail: EventDetailOf<'svc.admin_code_requested'>): Promise<Content | undefined> {
  const validMs = Date.parse(detail.expiresAt) - now();
  return validMs > 0 ? { kind: 'adminCode', code: await unsealed(detail), validMs } : undefined;
}

const FACTOR_NOTICES: Readonly<Record<EventDetailOf<'svc.admin_factor_changed'>['change'], AdminNotice>> = {
  passkey_added: 'adminPasskeyAdded',
  passkey_removed: 'adminPasskeyRemoved',
  authenticator_added: 'adminAuthenticatorAdded',
  authenticator_removed: 'adminAuthenticatorRemoved',
};

/** Returns the notice to an admin that how they log in was changed. */
export const factorNotice = ({ change }: EventDetailOf<'svc.admin_factor_changed'>): Content => ({
  kind: FACTOR_NOTICES[change],
});

/** More than a person reads. The message says that there are more. */
const MAX_TENANTS = 50;

/**
 * Returns the content of the message about the tenants of an address; `undefined` if there are none, or the request is from
 * before a restore. Each link is to the sign-in page of a tenant, and carries nothing that the caller chose.
 */
export function tenantList({ detail }: FinderMessageEvent, { tenants }: Found): Content | undefined {
  if (!tenants.length || !isOfNow(Date.parse(detail.occurredAt))) return undefined;
  const links = tenants.slice(0, MAX_TENANTS).map(({ name, slug }) => ({
    name,
    slug,
    url: `${config().baseUrl}/login?tenant=${encodeURIComponent(slug)}`,
  }));
  return { kind: 'tenants', links, more: tenants.length - links.length };
}

async function unsealed({ id, sealed }: { id: string; sealed: string }): Promise<string> {
  const roots = await rootSecret('seal');
  try {
    return unseal(roots, `message|${id}`, sealed);
  } catch {
    throw new Undeliverable('token cannot be unsealed');
  }
}

function withResetLink(content: Content | undefined, { detail }: CodeEvent, { settings }: Tenant): Content | undefined {
  const template = settings.links?.resetPassword;
  if (!content?.code || !template || !CHANNELS[detail.channel].hasLinks) return content;
  return { ...content, link: { action: 'reset', url: filled(template, 'token', content.code) } };
}

function withVerifyLink(content: Content | undefined, { settings }: Tenant): Content | undefined {
  const template = settings.links?.verifyEmail;
  if (!content?.code || !template) return content;
  return { ...content, link: { action: 'verify', url: filled(template, 'code', content.code) } };
}

/** Fills the value into the tenant's link template. It is URL-encoded, so it cannot change the rest of the link. */
const filled = (template: string, name: string, value: string): string =>
  template.replaceAll(`{${name}}`, () => encodeURIComponent(value));
