// Checks for each event which message is sent: recipient, channel, language, text and link.
import { describe, expect, test } from '@jest/globals';
import { type EventDetail, type EventName, messageEvents } from '../../../lib/contract/events.ts';
import { now } from '../../../lib/platform/clock.ts';
import { newEventId } from '../../../lib/platform/ids.ts';
import { erase } from '../../../lib/store/dynamo/table.ts';
import { userKey } from '../../../lib/store/people/users.ts';
import { running } from '../../support/prepared.ts';
import { newEmail } from '../../support/service.ts';
import {
  deliver,
  type Event,
  invoke,
  newAdminCode,
  newAdminInvitation,
  newCode,
  newFinding,
  newInvitation,
  newJoinRequest,
  newSetupLink,
  newTenant,
  newTenantUser,
  newUser,
  notice,
  record,
  startWorld,
  toAdmin,
} from './support.ts';

const world = running(() =>
  startWorld({ GATEHOUSE_SMS_SENDER_ID: 'Acme', GATEHOUSE_SES_CONFIGURATION_SET: 'bounces' }),
);

const PHONE = '+4915112345678';
const mailsTo = (to: unknown) => world.mails.filter((mail) => mail.to === to);
const textsTo = (to: unknown) => world.texts.filter((sms) => sms.to === to);
let numbers = 0;
const newPhone = (): string => `+49151${String(++numbers).padStart(8, '0')}`;
const withPhone = async (more: object = {}) =>
  newUser((await newTenant()).id, { phone: newPhone(), email: null, ...more });

const send = async (event: Event): Promise<void> => expect(await invoke([record(event)])).toEqual([]);

describe('the setup link of a tenant', () => {
  test('is sent once to its address, in its language, with a link that the server does not see', async () => {
    const { event, email, token } = await newSetupLink({ locale: 'fr' });
    await send(event);
    await send(event);
    const [mail, ...more] = mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`/setup#token=${token}`);
    expect(mail?.subject).toMatch(/configur/i);
  });

  test.each([
    ['used', { usedAt: 1 }],
    ['revoked', { revokedAt: 1 }],
    ['expired', { expiresAt: 1 }],
    ['from before a restore', { createdAt: -1 }],
  ])('is dropped when it was %s', async (_, more) => {
    const { event, email } = await newSetupLink(more);
    await send(event);
    expect(mailsTo(email)).toEqual([]);
  });
});

describe('a person who asks to join', () => {
  test('gets the link once, in their language, and it is dropped when it has expired or is from before a restore', async () => {
    const { event, email } = await newJoinRequest({ locale: 'fr' });
    await send(event);
    await send(event);
    const [mail, ...more] = mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/\/login\/join\?tenant=[\w-]+#token=v1\.token\n/);
    expect(mail?.subject).toMatch(/rejoindre/);
    for (const old of [{ expiresAt: new Date(now() - 1).toISOString() }, { occurredAt: new Date(-1).toISOString() }]) {
      const late = await newJoinRequest(old);
      await send(late.event);
      expect(mailsTo(late.email)).toEqual([]);
    }
  });

  test('is told in the language of the tenant that they were refused', async () => {
    const tenant = await newTenant('Acme', { locale: 'de' });
    const [email, id] = [newEmail(), newEventId()];
    const detail = {
      id,
      occurredAt: new Date(now()).toISOString(),
      tenantId: tenant.id,
      channel: 'email',
      to: email,
      locale: null,
    };
    await send({ name: 'svc.join_refused', detail });
    expect(mailsTo(email).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Ihre Anfrage an /)]);
  });
});

describe('the invitation of an admin', () => {
  test('is sent once to its address, with a link to the console, in its language', async () => {
    const { event, email, token } = await newAdminInvitation({ locale: 'fr' });
    await send(event);
    await send(event);
    const [mail, ...more] = mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`/console/accept#token=${token}`);
    expect(mail?.text).toContain('administrer Gatehouse Console');
  });

  test.each([
    ['sent again', { secretHash: 'another' }],
    ['expired', { expiresAt: 1 }],
    ['from before a restore', { sentAt: -1 }],
  ])('is dropped when it was %s', async (_, more) => {
    const { event, email } = await newAdminInvitation(more);
    await send(event);
    expect(mailsTo(email)).toEqual([]);
  });

  test('is dropped when it was revoked', async () => {
    const { event, email, key } = await newAdminInvitation();
    await erase(key);
    await send(event);
    expect(mailsTo(email)).toEqual([]);
  });

  test.each([
    { invitationId: 'adi_x' },
    { invitationId: undefined },
    { to: 'two@example.com,three@example.com' },
    { sealed: 'x' },
  ])('is not sent when its event has %j', async (wrong) => {
    const { event } = await newAdminInvitation();
    const bad = record({ ...event, detail: { ...event.detail, ...wrong } });
    expect(await invoke([bad])).toEqual([bad]);
  });
});

describe('an admin', () => {
  test('gets the code that they need after many wrong passwords, once, while it is valid', async () => {
    const [event, late] = [newAdminCode('12345678901234567890'), newAdminCode('1', 1)];
    await send(event);
    await send(event);
    await send(late);
    expect(mailsTo(event.email).map(({ text }) => text.includes('\n12345678901234567890\n'))).toEqual([true]);
    expect(mailsTo(late.email)).toEqual([]);
  });

  test.each([
    ['passkey_added', 'A passkey was added at Gatehouse Console'],
    ['passkey_removed', 'A passkey was removed at Gatehouse Console'],
    ['authenticator_added', 'An authenticator was added at Gatehouse Console'],
    ['authenticator_removed', 'An authenticator was removed at Gatehouse Console'],
  ])('is told of %s once', async (change, subject) => {
    const event = toAdmin('svc.admin_factor_changed', () => ({ change }));
    await send(event);
    await send(event);
    expect(mailsTo(event.email).map((mail) => mail.subject)).toEqual([subject]);
  });

  test.each([{ adminId: 'usr_x' }, { to: 'two@example.com,three@example.com' }, { change: 'renamed' }])(
    'is told nothing by an event with %j',
    async (wrong) => {
      const { name, detail } = toAdmin('svc.admin_factor_changed', () => ({ change: 'passkey_added', ...wrong }));
      const bad = record({ name, detail });
      expect(await invoke([bad])).toEqual([bad]);
    },
  );
});

describe('the list of tenants', () => {
  test('is sent once, with the look of the deployment', async () => {
    const user = await newTenantUser();
    const event = await newFinding(user);
    await send(event);
    await send(event);
    const [mail, ...more] = mailsTo(user.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your organizations at Gatehouse');
    expect(mail?.text).toContain('Sent by Gatehouse. Replies are not read.');
  });

  test('is dropped when the request is from before a restore', async () => {
    const user = await newTenantUser();
    await send(await newFinding(user, { occurredAt: new Date(-1).toISOString() }));
    expect(mailsTo(user.email)).toEqual([]);
  });

  test.each(['two@example.com,three@example.com', 'Ada@example.com', 'a@b.example\r\nBcc: x@y.example', 7])(
    'is not sent to %j',
    async (to) => {
      const bad = record(await newFinding(await newTenantUser(), { to }));
      expect(await invoke([bad])).toEqual([bad]);
    },
  );
});

describe('codes', () => {
  test.each(['verify-email', 'login-email', 'mfa-email', 'reset'] as const)(
    'the code for %s is sent once to the e-mail address, as text and HTML',
    async (purpose) => {
      const user = await newTenantUser();
      await send(await newCode(user, purpose));
      const [mail, ...more] = mailsTo(user.email);
      expect(more).toEqual([]);
      expect(mail?.text).toContain('\n204817\n');
      expect(mail?.html).toContain('>204817<');
      expect(mail?.text).toContain('10 minutes');
      expect(mail?.subject).toContain('Acme');
    },
  );

  test.each(['verify-phone', 'login-sms', 'mfa-sms', 'reset'] as const)(
    'the code for %s is sent once to the phone number',
    async (purpose) => {
      const user = await withPhone();
      await send(await newCode(user, purpose, '204817', 'sms'));
      const [sms, ...more] = textsTo(user.phone);
      expect(more).toEqual([]);
      expect(sms?.text.split('\n').at(-1)).toBe('204817');
    },
  );

  test('a second-factor code warns the user that another person may know their password', async () => {
    const user = await newTenantUser();
    await send(await newCode(user, 'mfa-email'));
    expect(mailsTo(user.email)[0]?.text).toContain('With this code you complete your login to Acme:');
    expect(mailsTo(user.email)[0]?.text).toContain('somebody else may know your password');
  });

  test('SES and SNS receive only the parameters that a message needs', async () => {
    const user = await newTenantUser();
    await send(await newCode(user, 'login-email'));
    const { fields } = mailsTo(user.email)[0]!;
    expect(fields).toMatchObject({
      Source: 'Gatehouse <no-reply@example.com>',
      ConfigurationSetName: 'bounces',
      'Message.Subject.Charset': 'UTF-8',
      'Message.Body.Text.Charset': 'UTF-8',
      'Message.Body.Html.Charset': 'UTF-8',
    });
    expect(Object.keys(fields).filter((name) => name.startsWith('Destination'))).toEqual([
      'Destination.ToAddresses.member.1',
    ]);
    const other = await withPhone();
    await send(await newCode(other, 'login-sms'));
    const values = Object.values(textsTo(other.phone)[0]!.fields);
    expect(values).toEqual(expect.arrayContaining(['AWS.SNS.SMS.SMSType', 'Transactional', 'AWS.SNS.SMS.SenderID']));
    expect(textsTo(other.phone)[0]!.fields).not.toHaveProperty('TopicArn');
  });

  test('a reset code is also sent as a link of the tenant, by e-mail only', async () => {
    const resetPassword = 'https://app.example.com/reset#{token}';
    const user = await newTenantUser({ links: { resetPassword } });
    await send(await newCode(user, 'reset'));
    expect(mailsTo(user.email)[0]?.text).toMatch(/\n204817\n\nhttps:\/\/app.example.com\/reset#204817\n/);
    expect(mailsTo(user.email)[0]?.html).toContain(
      '<a href="https://app.example.com/reset#204817"><strong>Choose a new password</strong></a>',
    );
    const { id } = await newTenant('Acme', { links: { resetPassword } });
    const other = await newUser(id, { phone: newPhone(), email: null });
    await send(await newCode(other, 'reset', '204817', 'sms'));
    expect(textsTo(other.phone)[0]?.text).not.toContain('https:');
    const login = await newTenantUser({ links: { resetPassword } });
    await send(await newCode(login, 'login-email'));
    expect(mailsTo(login.email)[0]?.text).not.toContain('https:');
  });

  test('the link to verify an address is taken from the settings of the tenant', async () => {
    const verifyEmail = 'https://app.example.com/verify?code={code}#{code}';
    const user = await newTenantUser({ links: { verifyEmail } });
    await send(await newCode(user, 'verify-email'));
    expect(mailsTo(user.email)[0]?.text).toContain('\nhttps://app.example.com/verify?code=204817#204817\n');
    expect(mailsTo(user.email)[0]?.html).toContain('href="https://app.example.com/verify?code=204817#204817"');
  });

  test('a code is sent in the language of the tenant', async () => {
    const user = await newTenantUser({ locale: 'de-AT' });
    await send(await newCode(user, 'login-email'));
    expect(mailsTo(user.email)[0]).toMatchObject({ subject: 'Ihr Anmeldecode für Acme' });
    expect(mailsTo(user.email)[0]?.text).toContain('10 Minuten');
    expect(mailsTo(user.email)[0]?.html).toContain('<html lang="de"');
  });
});

describe('an invitation', () => {
  test('holds the link from the tenant’s settings with the encoded token', async () => {
    const user = await newTenantUser({ links: { acceptInvite: 'https://app.example.com/join/{token}' } });
    await send(await newInvitation(user, { token: 'a+b/c=&d$&' }));
    expect(mailsTo(user.email)[0]?.text).toContain('\nhttps://app.example.com/join/a%2Bb%2Fc%3D%26d%24%26\n');
    expect(mailsTo(user.email)[0]?.text).toContain('72 hours');
  });

  test('leads to our page, with the token in the fragment, when neither tenant nor deployment has set a link', async () => {
    const user = await newTenantUser();
    const event = await newInvitation(user);
    await send(event);
    expect(mailsTo(user.email)[0]?.text).toMatch(
      new RegExp(`\\nhttps?://[^/]+/login/invitation#token=${event.detail.token}\\n`),
    );
  });

  test('never holds a link, a name or a text from the event', async () => {
    const user = await newTenantUser();
    const metadata = { name: 'Click https://evil.example', link: 'https://evil.example', '{token}': `\${7*7}` };
    const more = { metadata, url: 'https://evil.example', links: { acceptInvite: 'https://evil.example/{token}' } };
    await send(await newInvitation(user, more));
    // The tokens are removed, because a random token may contain the digits 49.
    const sent = JSON.stringify(mailsTo(user.email)).replace(/token=[\w-]+/g, '');
    expect(sent).not.toMatch(/evil|49[^\d]/);
  });

  test('is a notice without a link for a user who has a password', async () => {
    const user = await newTenantUser();
    await send(await newInvitation(user, { token: null, tokenId: null, expiresAt: null, isNewUser: false }));
    expect(mailsTo(user.email)[0]?.text).toContain('account already');
    expect(mailsTo(user.email)[0]?.html).not.toContain('href');
  });

  test('is sent by SMS to a user who has only a phone number', async () => {
    const { id } = await newTenant('Acme', { links: { acceptInvite: 'https://app.example.com/?token={token}' } });
    const user = await newUser(id, { phone: newPhone(), email: null });
    const event = await newInvitation(user, { channel: 'sms', to: user.phone as string });
    await send(event);
    expect(textsTo(user.phone)[0]?.text).toContain(`token=${event.detail.token}`);
  });
});

describe('a notice', () => {
  const device = { deviceId: 'dev_x', deviceName: 'https://evil.example' };
  const passkey = { passkeyId: 'pky_x', passkeyName: 'Laptop' };
  const acting = { adminId: 'adm_x', sessionId: 'ses_x', expiresAt: '2026-11-23T14:30:00.000Z' };
  type Notice = { [N in EventName]: [name: N, more: Partial<EventDetail<N>>, subject: string] }[EventName];
  const all: Notice[] = [
    ['svc.password_changed', {}, 'Your password for Acme was changed'],
    ['svc.password_reset', {}, 'Your password for Acme was reset'],
    ['svc.signup_attempted', {}, 'You have an account at Acme already'],
    ['svc.two_factor_enabled', { method: 'sms', deviceId: null }, 'Two-factor authentication was turned on at Acme'],
    ['svc.two_factor_disabled', { deviceId: null }, 'Two-factor authentication was turned off at Acme'],
    ['svc.mfa_device_added', device, 'An authenticator was added at Acme'],
    ['svc.mfa_device_removed', device, 'An authenticator was removed at Acme'],
    ['svc.passkey_added', passkey, 'A passkey was added at Acme'],
    ['svc.passkey_removed', passkey, 'A passkey was removed at Acme'],
    ['svc.mfa_recovery_codes_generated', {}, 'New recovery codes were generated at Acme'],
    ['svc.mfa_recovery_code_used', { codesLeft: 9 }, 'A recovery code was used at Acme'],
    ['svc.identity_linked', { provider: 'acme', identityId: 'idn_x' }, 'A way to log in was added at Acme'],
    [
      'svc.account_linked',
      { linkedTenantId: 'ten_x', linkedUserId: 'usr_x' },
      'Your account at Acme was linked to another one',
    ],
    ['svc.identity_unlinked', { provider: 'acme', identityId: 'idn_x' }, 'A way to log in was removed at Acme'],
    ['svc.acting_started', { ...acting, isNotified: true }, 'An administrator opened your account at Acme'],
    [
      'svc.recovery_link_created',
      { expiresAt: '2026-01-01T00:00:00Z' },
      'An administrator made a recovery link for your account at Acme',
    ],
  ];

  test.each(all)(
    'about %s is sent to the e-mail address, or to the phone number if there is none',
    async (name, more, subject) => {
      const both = await withPhone({ email: `${newPhone().slice(1)}@example.com` });
      const phoneOnly = await withPhone();
      await send(notice(name, both, more));
      await send(notice(name, phoneOnly, more));
      expect([mailsTo(both.email).map((mail) => mail.subject), textsTo(both.phone)]).toEqual([[subject], []]);
      expect(textsTo(phoneOnly.phone)).toHaveLength(1);
      expect(JSON.stringify([mailsTo(both.email), textsTo(phoneOnly.phone)])).not.toContain('evil');
    },
  );

  test('about guesses at an account is sent by e-mail, and never by SMS', async () => {
    const [both, phoneOnly] = [await withPhone({ email: `${newPhone().slice(1)}@example.com` }), await withPhone()];
    for (const user of [both, phoneOnly])
      await send(notice('svc.guessing_detected', user, { guessed: 'password', attempts: 20 }));
    expect(mailsTo(both.email).map((mail) => mail.subject)).toEqual(['Wrong attempts to log in to Acme']);
    expect([...textsTo(both.phone), ...textsTo(phoneOnly.phone)]).toEqual([]);
  });

  test.each(['svc.api_key_created', 'svc.api_key_rotated'] as const)(
    'about %s says name, end and place of the key to the e-mail address, without links, and is dropped after the end',
    async (name) => {
      const user = await withPhone({ email: `${newPhone().slice(1)}@example.com`, locale: 'de' });
      const key = { applicationId: null, keyId: 'key_x', name: 'Prize: https://evil.example', scopes: ['a.read'] };
      await send(notice(name, user, { ...key, expiresAt: '2020-01-01T00:00:00.000Z' }));
      expect(mailsTo(user.email)).toEqual([]);
      await send(notice(name, user, { ...key, expiresAt: '2099-05-17T10:00:00.000Z' }));
      const [mail, ...more] = mailsTo(user.email);
      expect([more, textsTo(user.phone), mail?.subject]).toEqual([
        [],
        [],
        'Neuer API-Schlüssel für Ihr Konto bei Acme',
      ]);
      expect(mail?.text).toContain('„Prize: evil. example“. Gültig bis: 17. Mai 2099.');
      expect(mail?.text).toContain('unter „API-Schlüssel“');
    },
  );

  test('about an API key is sent neither for a machine nor by SMS', async () => {
    const calls = world.calls();
    const user = await withPhone();
    const key = { keyId: 'key_x', name: 'Import', scopes: [], expiresAt: '2099-05-17T10:00:00.000Z', email: null };
    await send(notice('svc.api_key_created', user, { ...key, applicationId: null }));
    await send(notice('svc.api_key_created', user, { ...key, applicationId: 'app_x', userId: null }));
    expect(world.calls()).toBe(calls);
  });

  test('about a changed e-mail address is sent once to the old and the new one, even if one send fails first', async () => {
    const user = await newTenantUser();
    const previousEmail = `old-${user.email}`;
    const event = notice('svc.user_updated', user, { updatedFields: ['email'], previousEmail, previousPhone: null });
    world.refuse((to) => (to === previousEmail ? { status: 500, code: 'InternalFailure' } : undefined));
    const first = record(event);
    expect(await invoke([first])).toEqual([first]);
    world.refuse(() => undefined);
    expect(await deliver([first, record(event)])).toEqual([]);
    expect([mailsTo(user.email).length, mailsTo(previousEmail).length]).toEqual([1, 1]);
    expect(mailsTo(previousEmail)[0]?.text).not.toContain(user.email);
  });

  test('about a changed phone number is sent to the old and the new one when there is no e-mail address', async () => {
    const user = await withPhone();
    const previousPhone = newPhone();
    await send(notice('svc.user_updated', user, { updatedFields: ['phone'], previousPhone }));
    expect([textsTo(user.phone).length, textsTo(previousPhone).length]).toEqual([1, 1]);
  });

  test('about an admin who acts as the user is not sent where the tenant does not want it', async () => {
    const user = await newTenantUser();
    await send(notice('svc.acting_started', user, { ...acting, isNotified: false }));
    expect(mailsTo(user.email)).toEqual([]);
  });

  test('about an unused account is sent to the e-mail address alone, and not where the tenant does not want it', async () => {
    const actsAt = new Date(now() + 30 * 86_400_000).toISOString();
    for (const [action, isNotified, subject] of [
      ['disable', true, ['Your account at Acme will be disabled']],
      ['delete', true, ['Your account at Acme will be deleted']],
      ['delete', false, []],
    ] as const) {
      const user = await newTenantUser();
      await send(notice('svc.user_inactive', user, { action, actsAt, isNotified }));
      expect(mailsTo(user.email).map((mail) => mail.subject)).toEqual(subject);
    }
    const phoneOnly = await withPhone();
    await send(notice('svc.user_inactive', phoneOnly, { action: 'delete', actsAt, isNotified: true }));
    expect(textsTo(phoneOnly.phone)).toEqual([]);
    const late = await newTenantUser();
    await send(
      notice('svc.user_inactive', late, { action: 'delete', actsAt: new Date(1).toISOString(), isNotified: true }),
    );
    expect(mailsTo(late.email)).toEqual([]);
  });

  test('about a password that an admin set says that the password was changed', async () => {
    const user = await newTenantUser();
    await send(notice('svc.user_updated', user, { updatedFields: ['password', 'metadata'] }));
    expect(mailsTo(user.email)[0]?.subject).toBe('Your password for Acme was changed');
  });

  test.each([
    ['svc.two_factor_enabled', { method: 'totp' }],
    ['svc.two_factor_disabled', {}],
  ] as const)(
    'about %s is not sent when an authenticator is the cause, which has its own notice',
    async (name, more) => {
      const calls = world.calls();
      await send(notice(name, await newTenantUser(), { ...more, deviceId: 'dev_x' }));
      expect(world.calls()).toBe(calls);
    },
  );

  test('about an added authenticator says that all other sessions have ended', async () => {
    const user = await newTenantUser();
    await send(notice('svc.mfa_device_added', user, device));
    expect(mailsTo(user.email)[0]?.text).toContain('All other sessions have ended.');
  });

  test('is not sent for a user without an e-mail address and phone number', async () => {
    const calls = world.calls();
    await send(notice('svc.password_changed', await withPhone({ phone: null })));
    expect(world.calls()).toBe(calls);
  });
});

describe('the mailer sends no message', () => {
  test.each(['inactive', 'deleted'] as const)('when the tenant is %s', async (status) => {
    const user = await newUser((await newTenant('Acme', {}, { status })).id);
    await send(notice('svc.password_changed', user));
    expect(mailsTo(user.email)).toEqual([]);
  });

  test('when the user is deleted', async () => {
    const user = await newTenantUser();
    const code = await newCode(user, 'reset');
    await erase(userKey(user.tenantId, user.id));
    await send(notice('svc.password_changed', user));
    await send(code);
    expect(mailsTo(user.email)).toEqual([]);
  });

  test('when the tenant never existed, and reports the record as failed', async () => {
    const user = await newTenantUser();
    const { id } = await newUser(`ten_${'z'.repeat(22)}` as never);
    const bad = record(notice('svc.password_changed', user, { tenantId: `ten_${'z'.repeat(22)}`, userId: id }));
    expect(await invoke([bad])).toEqual([bad]);
  });
});

// Threat: an address or a name of several lines, or of several addresses, reaches other recipients or adds headers.
describe('header injection', () => {
  test.each([
    'v@x.example\r\nBcc: w@x.example',
    'v@x.example,w@x.example',
    'v@x.example;w@x.example',
    '"v w"@x.example',
    'v@x.example\u2028',
    '<v@x.example>',
    'V <v@x.example>',
    ' v@x.example',
    'v@[127.0.0.1]',
    'v@x.example\0',
    'V@X.EXAMPLE',
    '',
  ])('the mailer refuses to send to the e-mail address %j', async (to) => {
    const calls = world.calls();
    const user = await newTenantUser();
    const event = await newCode(user, 'login-email');
    const bad = record({ ...event, detail: { ...event.detail, to } });
    expect(await invoke([bad])).toEqual([bad]);
    expect(world.calls()).toBe(calls);
  });

  test.each([
    '123',
    '+49 151 12345678',
    '+4915112345678,+4915112345679',
    '+4915112345678\n',
    'arn:aws:sns:x:1:t',
    `${PHONE}x1`,
  ])('the mailer refuses to send to the phone number %j', async (to) => {
    const calls = world.calls();
    const user = await withPhone();
    const event = await newCode(user, 'login-sms');
    const bad = record({ ...event, detail: { ...event.detail, to } });
    expect(await invoke([bad])).toEqual([bad]);
    expect(world.calls()).toBe(calls);
  });

  test.each(['+19005550123', '+33899123456', '+5352345678'])(
    'the mailer sends no SMS to the refused number %s',
    async (to) => {
      const calls = world.calls();
      const event = await newCode(await withPhone(), 'login-sms');
      expect(await invoke([record({ ...event, detail: { ...event.detail, to } })])).toEqual([]);
      expect(world.calls()).toBe(calls);
    },
  );

  test('a tenant’s name with line breaks adds no header to the message', async () => {
    const user = await newTenantUser({}, 'Acme\r\nBcc: w@x.example\r\n\r\n<b>Hello');
    await send(await newCode(user, 'login-email'));
    const [{ subject, fields }] = mailsTo(user.email) as [(typeof world.mails)[0]];
    expect(subject).toBe('Your login code for Acme Bcc: w@ x. example <b>Hello');
    expect(Object.keys(fields).filter((name) => /Bcc|Cc|Reply|Return/.test(name))).toEqual([]);
  });
});

test('messageEvents lists exactly the events that this file tests', () => {
  // infra builds the rule from the list. An event that is added to it must be added to the mailer and to this file.
  expect([...messageEvents].sort()).toEqual(
    [
      'svc.acting_started',
      'svc.admin_code_requested',
      'svc.admin_factor_changed',
      'svc.admin_invited',
      'svc.api_key_created',
      'svc.api_key_rotated',
      'svc.email_verification_requested',
      'svc.guessing_detected',
      'svc.identity_linked',
      'svc.account_linked',
      'svc.identity_unlinked',
      'svc.join_refused',
      'svc.join_requested',
      'svc.mfa_device_added',
      'svc.mfa_device_removed',
      'svc.mfa_recovery_code_used',
      'svc.mfa_recovery_codes_generated',
      'svc.passkey_added',
      'svc.recovery_link_created',
      'svc.setup_link_sent',
      'svc.passkey_removed',
      'svc.password_changed',
      'svc.password_reset',
      'svc.password_reset_requested',
      'svc.passwordless_code_requested',
      'svc.phone_verification_requested',
      'svc.signup_attempted',
      'svc.tenants_requested',
      'svc.two_factor_code_sent',
      'svc.two_factor_disabled',
      'svc.two_factor_enabled',
      'svc.user_inactive',
      'svc.user_invited',
      'svc.user_updated',
    ].sort(),
  );
});
