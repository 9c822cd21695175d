// Walks through every sign-in page in a real browser. Each page is accessible, loads nothing from elsewhere, and keeps
// to its content security policy.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { close, listen } from '../../infra/tools/local/ports.ts';
import { createUser } from '../support/admin-users.ts';
import { later, MINUTE } from '../support/api.ts';
import { noBrowser } from '../support/browser.ts';
import { addDevice, freshCode, reachable, recoveryCodes } from '../support/factors.ts';
import { PNG } from '../support/images.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { codeTo, otherThan } from '../support/messages.ts';
import { bearer, newEmail, newPassword, type Tenant } from '../support/service.ts';
import { nextTotpStep } from '../support/target.ts';
import { totp } from '../support/totp.ts';
import { until } from '../support/until.ts';
import { newPerson, Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser({}, { identityProvider: true, changeFeed: true });
let tenant: Tenant;
let visitor: Visitor;
const strangers: Server[] = [];
/** The pictures show a name for people. */
const ACME = { branding: { name: 'Acme' } };

beforeAll(async () => {
  if (noBrowser) return;
  tenant = await service.tenant(ACME);
});
afterAll(() => Promise.all(strangers.map(close)));
beforeEach(async () => {
  if (!noBrowser) visitor = await Visitor.open(service, browser);
});
expectNoProblems(() => visitor);

/** Starts a page of another origin with a form that posts to the service. `host` decides whether the site is the same. */
async function newStranger(host: string): Promise<string> {
  const server = createServer(({ url = '/' }, response) => {
    const form = `<form method="post" enctype="text/plain" action="${service.baseUrl}${url}"><button>Win</button></form>`;
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Stranger</title>${form}`);
  });
  strangers.push(server);
  return `http://${host}:${await listen(server, 0)}`;
}

/** Creates a user with a verified address, an authenticator and recovery codes. */
async function withAuthenticator() {
  const user = await reachable(service, tenant);
  const { secret } = await addDevice(service, user.tokens);
  return { ...user, secret, codes: await recoveryCodes(service, user.tokens) };
}

/** Sets a new password with a code that goes to the address. */
async function resetPassword(email: string): Promise<void> {
  const seen = service.inbox(email);
  await visitor.at(tenant, '/login/forgot');
  await visitor.fill('Email address or phone number', email);
  await visitor.press('Send a code');
  await visitor.heading('Check your messages');
  await visitor.enterCode(await service.code(email, seen), 'Continue');
  await visitor.heading('Choose a new password');
  await visitor.fill('New password', newPassword());
  await visitor.press('Set password');
}

describeInBrowser('the sign-in pages', () => {
  test('find the tenant, refuse a wrong password and sign in', async () => {
    const user = await service.signup(tenant);
    await visitor.goto('/login');
    await visitor.heading('Where do you want to sign in?');
    await visitor.nameTenant('no-such-place');
    await visitor.alert(/no-such-place/);
    await visitor.wrong('Organization', 'There is no organization “no-such-place” here.');
    await visitor.inspect('tenant-unknown');
    await visitor.fill('Organization', tenant.slug);
    await visitor.press('Continue');
    await visitor.heading('Sign in');
    await visitor.inspect('identify');
    await visitor.enterPassword({ email: user.email, password: newPassword() });
    await visitor.alert('The address or the password is not right.');
    await visitor.wrong('Password', 'The address or the password is not right.');
    await visitor.inspect('password-wrong');
    await visitor.fill('Password', user.password);
    await visitor.press('Sign in');
    await visitor.signedIn();
    expect(await visitor.page.evaluate(() => document.cookie)).toMatch(/^svc_csrf=[^;]+$/);
  });

  test('send the links of their organizations to people who know their address alone', async () => {
    const user = await reachable(service, tenant);
    await visitor.goto('/login');
    await visitor.heading('Where do you want to sign in?');
    await visitor.inspect('find');
    await visitor.fill('Email address', 'no address');
    await visitor.press('Find my organization');
    await visitor.wrong('Email address', 'Check');
    await visitor.fill('Email address', newEmail());
    await visitor.press('Find my organization');
    await visitor.heading('Check your messages');
    const unknown = await visitor.page.locator('main').innerText();
    await visitor.inspect('find-sent');
    await visitor.press('Back');
    await visitor.fill('Email address', user.email);
    await visitor.press('Find my organization');
    await visitor.heading('Check your messages');
    expect((await visitor.page.locator('main').innerText()).replace(user.email, '')).toBe(
      unknown.replace(/user-\w+@example\.com/, ''),
    );
    const isList = ({ event }: { event: string | null }) => event === 'svc.tenants_requested';
    const { html } = await until(() => service.inbox(user.email).find(isList), 'the list');
    const [, address = ''] = /href="([^"]+)"/.exec(html ?? '') ?? [];
    expect(address).toBe(`${service.baseUrl}/login?tenant=${tenant.slug}`);
    await visitor.page.goto(address);
    await visitor.enterPassword(user);
    await visitor.heading('Confirm that it is you');
  });

  test('sign in by keyboard alone', async () => {
    const user = await service.signup(tenant);
    await visitor.at(tenant);
    await visitor.heading('Sign in');
    const { keyboard } = visitor.page;
    await keyboard.type(user.email);
    await keyboard.press('Enter');
    await visitor.page.getByLabel('Password', { exact: true }).waitFor();
    await keyboard.type(user.password);
    // The next stop is the button that shows the password.
    await keyboard.press('Tab');
    await keyboard.press('Space');
    expect(await visitor.page.getByLabel('Password', { exact: true }).inputValue()).toBe(user.password);
    for (const name of ['Keep me signed in on this device', 'Sign in']) {
      await keyboard.press('Tab');
      const focused = await visitor.page.evaluate(() => {
        const { labels, textContent } = document.activeElement as HTMLInputElement;
        return labels?.[0]?.textContent || textContent;
      });
      expect(focused).toBe(name);
    }
    await keyboard.press('Enter');
    await visitor.signedIn();
  });

  test.each(['localhost', '127.0.0.1'])(
    'keep the session when forms and scripts of a page on another port of %s send requests',
    async (host) => {
      const user = await service.signup(tenant);
      await visitor.at(tenant);
      await visitor.enterPassword(user);
      await visitor.signedIn();
      const { page, context } = visitor;
      const stranger = await newStranger(host);
      const cookies = await context.cookies(service.baseUrl);
      for (const path of ['/auth/logout', '/auth/logout-all', '/auth/refresh-token']) {
        await page.goto(stranger + path);
        const reply = page.waitForResponse(service.baseUrl + path);
        await page.getByRole('button', { name: 'Win' }).click();
        await reply;
        // The browser sends cookies on the same site only. Without cookies there is no session to end.
        if (host === 'localhost') await page.getByText(/CSRF_ORIGIN_REJECTED|REFRESH_TOKEN_INVALID/).waitFor();
        await page.goto(stranger);
        for (const mode of ['cors', 'no-cors'] as const) {
          const init = { method: 'POST', credentials: 'include', mode } as const;
          const sent = page.evaluate(([to, how]) => fetch(to, how).catch(() => 'blocked'), [
            service.baseUrl + path,
            init,
          ] as const);
          expect(await sent).toBe('blocked');
        }
      }
      expect(await context.cookies(service.baseUrl)).toEqual(cookies);
      // The stranger's page tries to reach another host, and the browser says so.
      visitor.problems.length = 0;
    },
  );

  test('show the same step to an address without an account', async () => {
    const { email } = await service.signup(tenant);
    const shown: string[] = [];
    for (const address of [email, newEmail()]) {
      const requests: string[] = [];
      await visitor.goto('/login/signed-out');
      await visitor.at(tenant);
      await visitor.heading('Sign in');
      visitor.page.on('request', (request) => requests.push(request.url()));
      await visitor.identify(address);
      await visitor.page.getByLabel('Password', { exact: true }).waitFor();
      // The page asks for passkeys by itself, before it knows an address, and on a busy machine that may be now.
      expect(requests.filter((url) => !url.endsWith('/auth/passkeys/login-options'))).toEqual([]);
      await visitor.press('Sign in with a code instead');
      await visitor.heading('Check your messages');
      shown.push((await visitor.page.locator('main').innerHTML()).replaceAll(address, ''));
    }
    expect(shown[1]).toBe(shown[0]);
  });

  test.each(['email', 'phone'] as const)('sign in with a code to the %s', async (way) => {
    const user = await reachable(service, tenant, { on: false });
    const seen = service.inbox(user[way]);
    await visitor.at(tenant);
    await visitor.identify(user[way]);
    await visitor.press('Sign in with a code instead');
    await visitor.heading('Check your messages');
    await visitor.inspect('code');
    const code = await service.code(user[way], seen);
    await visitor.enterCode(code === '000000' ? '000001' : '000000', 'Sign in');
    await visitor.wrong('Code', 'This code is not right, or it is no longer valid.');
    await visitor.enterCode(code, 'Sign in');
    await visitor.signedIn();
  });

  test('send the code of a second factor with its last digit, which is said before, and a corrected one by its button', async () => {
    const user = await withAuthenticator();
    await visitor.at(tenant);
    await visitor.enterPassword(user);
    await visitor.page.getByText('The form is sent with the last digit.').waitFor();
    await nextTotpStep();
    const code = freshCode(user.secret);
    const wrong = code.endsWith('0') ? `${code.slice(0, 5)}1` : `${code.slice(0, 5)}0`;
    const field = visitor.page.getByLabel('Code', { exact: true });
    let sent = 0;
    visitor.page.on('request', (request) => {
      if (request.url().endsWith('/auth/mfa/verify')) sent++;
    });
    await field.pressSequentially(wrong);
    await visitor.wrong('Code', 'no longer valid. The form is sent with the last digit.');
    await field.press('Backspace');
    await field.press(wrong.slice(-1));
    await visitor.press('Confirm');
    await until(() => sent === 2, 'the same code again');
    await visitor.wrong('Code', 'no longer valid. The form is sent with the last digit.');
    await field.fill('');
    await field.pressSequentially(`${code.slice(0, 3)} ${code.slice(3)}`);
    await visitor.signedIn();
    expect(sent).toBe(3);
  });

  test('let a person type the long code that is sent after many guesses, and send it when they say so', async () => {
    const user = await service.signup(tenant);
    const start = { tenantId: tenant.id, email: user.email };
    const name = 'svc.password_reset_requested';
    const guess = async (round: number) => {
      await service.post('/auth/forgot-password', start);
      const code = otherThan(await codeTo(service, name, user.email, round));
      for (let tries = 0; tries < 5; tries++) {
        await service.post('/auth/verify-forgot-password-otp', { ...start, code });
      }
    };
    for (let round = 1; round <= 3; round++) await later(round * 2 * MINUTE, () => guess(round));
    await later(20 * MINUTE, async () => {
      await visitor.at(tenant, '/login/forgot');
      await visitor.fill('Email address or phone number', user.email);
      await visitor.press('Send a code');
      await visitor.heading('Check your messages');
      const code = await codeTo(service, name, user.email, 4);
      expect(code).toMatch(/^\d{20}$/);
      await visitor.page.getByLabel('Code', { exact: true }).pressSequentially(code);
      expect(await visitor.page.getByRole('alert').count()).toBe(0);
      await visitor.press('Continue');
      await visitor.heading('Choose a new password');
    });
  });

  test('sign in with an identity provider that no setting of the tenant mentions, and explain a refusal', async () => {
    await visitor.at(tenant);
    await visitor.press('Continue with Local');
    await visitor.page.getByRole('link', { name: 'Cancel' }).click();
    await visitor.heading('That did not work');
    await visitor.page.getByText('The other service did not confirm this sign-in. Try again.').waitFor();
    await visitor.inspect('provider-refused');
    await visitor.at(tenant);
    await visitor.press('Continue with Local');
    await visitor.page.getByRole('link', { name: 'Ida' }).click();
    await visitor.signedIn();
  });

  test('create an account, verify its address, and survive a reload meanwhile', async () => {
    const { email, password } = newPerson();
    await visitor.at(tenant);
    await visitor.press('Create an account');
    await visitor.heading('Create your account');
    await visitor.inspect('sign-up');
    await visitor.fill('Email address or phone number', email);
    await visitor.fill('New password', 'password');
    await visitor.press('Create an account');
    // The hint stays a part of the description.
    await visitor.wrong('New password', 'This password is easy to guess. Choose another one. At least 8 characters.');
    await visitor.fill('New password', password);
    const { email: taken } = await service.signup(tenant);
    await visitor.fill('Email address or phone number', taken);
    await visitor.press('Create an account');
    await visitor.wrong('Email address or phone number', 'There is an account with this address already.');
    await visitor.inspect('sign-up-taken');
    await visitor.fill('Email address or phone number', 'nobody@');
    await visitor.press('Create an account');
    await visitor.wrong('Email address or phone number', 'Check what you entered.');
    await visitor.fill('Email address or phone number', email);
    await visitor.press('Create an account');
    await visitor.heading('Verify your address');
    await visitor.inspect('verify');
    const code = await service.code(email);
    await visitor.page.reload();
    await visitor.page.getByText(`We sent a code to ${email}.`).waitFor();
    await visitor.enterCode(code, 'Confirm');
    await visitor.signedIn();
  });

  test('create an account that is verified first', async () => {
    const { email, password } = newPerson();
    await visitor.at(await service.tenant({ ...ACME, signup: { mode: 'verifyFirst' } }), '/login/sign-up');
    await visitor.fill('Email address or phone number', email);
    await visitor.fill('New password', password);
    await visitor.press('Create an account');
    await visitor.heading('Almost done');
    await visitor.inspect('sign-up-sent');
    await visitor.enterCode(await service.code(email), 'Sign in');
    await visitor.signedIn();
  });

  test('say that accounts are by invitation where sign-up is closed', async () => {
    const closed = await service.tenant({ ...ACME, signup: { mode: 'closed' } });
    await visitor.at(closed);
    await visitor.heading('Sign in');
    expect(await visitor.page.getByRole('button', { name: 'Create an account' }).count()).toBe(0);
    await visitor.press('How to get one');
    await visitor.alert(/by invitation only/);
    await visitor.inspect('sign-up-closed');
  });

  test('ask for the second factor by any method, and not again on a trusted device', async () => {
    const user = await withAuthenticator();
    const signOut = async () => {
      await visitor.goto('/login/sign-out');
      await visitor.press('Sign out');
      await visitor.heading('You are signed out');
    };
    const begin = async () => {
      await visitor.at(tenant);
      await visitor.enterPassword(user);
      await visitor.heading('Confirm that it is you');
    };
    await begin();
    await visitor.inspect('factor');
    await visitor.press('Use a recovery code');
    await visitor.inspect('factor-recovery');
    await visitor.fill('Recovery code', user.codes[0] as string);
    await visitor.press('Confirm');
    await visitor.signedIn();
    await signOut();
    for (const [button, address] of [
      ['Get a code by email', user.email],
      ['Get a code by text message', user.phone],
    ] as const) {
      await begin();
      const seen = service.inbox(address);
      await visitor.press(button);
      await visitor.page.getByText('Enter the code that we sent').waitFor();
      await visitor.enterFactor(await service.code(address, seen));
      await visitor.signedIn();
      await signOut();
    }
    await begin();
    await visitor.page.reload();
    await visitor.page.getByLabel('Do not ask again on this device for 30 days').check();
    await nextTotpStep();
    await visitor.enterFactor(freshCode(user.secret));
    await visitor.signedIn();
    await signOut();
    await visitor.at(tenant);
    await visitor.enterPassword(user);
    await visitor.signedIn();
  });

  test('set up an authenticator where the tenant requires one, and hand out recovery codes', async () => {
    const strict = await service.tenant({ ...ACME, mfa: { policy: 'required' } });
    const user = await createUser(service, strict);
    await visitor.at(strict);
    await visitor.enterPassword(user);
    await visitor.heading('Set up two-step sign-in');
    const secret = ((await visitor.page.locator('.secret').textContent()) as string).replaceAll(' ', '');
    await visitor.page.getByAltText('QR code for your authenticator app').waitFor();
    await visitor.inspect('enrol');
    await visitor.fill('The six digits that the app shows', '000000');
    await visitor.wrong('The six digits that the app shows', 'This code is not right');
    await visitor.fill('The six digits that the app shows', totp(secret));
    await visitor.press('Confirm');
    await visitor.heading('Save your recovery codes');
    await visitor.inspect('recovery-codes');
    const codes = await visitor.page
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allTextContents();
    const downloaded = visitor.page.waitForEvent('download');
    await visitor.page.getByRole('link', { name: 'Download' }).click();
    expect((await downloaded).suggestedFilename()).toBe('recovery-codes.txt');
    expect(codes.length).toBeGreaterThan(5);
    await visitor.press('I have saved them');
    await visitor.signedIn();
  });

  test('ask for a password of the person after an admin has set one', async () => {
    const user = await createUser(service, tenant, { mustChangePassword: true });
    await visitor.at(tenant);
    await visitor.enterPassword(user);
    await visitor.heading('Choose your own password');
    await visitor.inspect('change-password');
    await visitor.fill('New password', newPassword());
    await visitor.press('Set password');
    await visitor.signedIn();
  });

  test('replace a forgotten password', async () => {
    const { email, password } = await service.signup(tenant);
    const chosen = newPassword();
    await visitor.at(tenant);
    await visitor.identify(email);
    await visitor.press('Forgot your password?');
    await visitor.heading('Reset your password');
    await visitor.inspect('forgot');
    const seen = service.inbox(email);
    await visitor.press('Send a code');
    await visitor.heading('Check your messages');
    await visitor.inspect('forgot-code');
    await visitor.enterCode(await service.code(email, seen), 'Continue');
    await visitor.heading('Choose a new password');
    await visitor.inspect('new-password');
    expect(JSON.stringify(await visitor.page.evaluate(() => [history.state, location.href]))).not.toMatch(/token/i);
    await visitor.fill('New password', chosen);
    await visitor.press('Set password');
    await visitor.signedIn();
    expect((await service.login({ tenant, email, password })).body).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  test('replace a forgotten password, and still ask for the second factor', async () => {
    const user = await withAuthenticator();
    await resetPassword(user.email);
    await visitor.heading('Confirm that it is you');
    await nextTotpStep();
    await visitor.enterFactor(freshCode(user.secret));
    await visitor.signedIn();
  });

  test('say that the password is set where the person cannot be signed in with it at once', async () => {
    const { email } = await service.signup(tenant);
    const refusal = {
      statusCode: 429,
      code: 'RATE_LIMITED',
      error: 'Too Many Requests',
      message: 'Too many attempts.',
    };
    await visitor.page.route('**/auth/login', (route) => route.fulfill({ status: 429, json: refusal }));
    await resetPassword(email);
    await visitor.heading('Your password is set');
    await visitor.inspect('password-set');
    await visitor.page.getByRole('link', { name: 'Sign in' }).click();
    await visitor.heading('Sign in');
  });

  test('accept an invitation once, which shows its tenant, and whose token stays in no address and no history', async () => {
    const email = newEmail();
    await service.admin('POST', '/auth/admin/api/permissions', { name: 'users.invite' });
    const role = { name: 'Owner', tenantId: tenant.id, permissions: ['users.invite'] };
    const { id } = (await service.admin('POST', '/auth/admin/api/roles', role)).body.role;
    const inviter = await createUser(service, tenant, { roleIds: [id] });
    const headers = bearer((await service.login(inviter)).body);
    expect((await service.post('/auth/invite', { email }, { headers })).status).toBe(201);
    const { url, token } = await service.link(email);
    expect(url).toBe(`${service.baseUrl}/login/invitation#token=${token}`);
    await visitor.page.goto(url);
    await visitor.heading('Welcome');
    expect(visitor.page.url()).toBe(`${service.baseUrl}/login/invitation`);
    const masked = `${email[0]}•••${email.slice(email.indexOf('@'))}`;
    await visitor.page.getByText(`Choose a password to open the account ${masked} at Acme.`).waitFor();
    expect(await visitor.page.locator('.brand').textContent()).toContain('Acme');
    expect(await visitor.page.content()).not.toContain(email);
    await visitor.inspect('invitation');
    const password = newPassword();
    await visitor.fill('New password', 'password123');
    await visitor.press('Set password');
    await visitor.wrong('New password', 'This password is easy to guess. Choose another one.');
    const other = await visitor.context.newPage();
    await other.goto(url);
    await other.getByLabel('New password', { exact: true }).fill(newPassword());
    await visitor.fill('New password', password);
    await visitor.press('Set password');
    await visitor.heading('Your password is set');
    expect((await service.login({ tenant, email, password })).status).toBe(200);
    // The other tab had it open meanwhile.
    await other.getByRole('button', { name: 'Set password' }).click();
    await other.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();
    await visitor.page.goto(url);
    await visitor.heading('This invitation no longer works');
    await visitor.inspect('invitation-over');
    await visitor.page.getByRole('link', { name: 'Sign in' }).click();
    await visitor.heading('Sign in');
    await visitor.goto('/login/invitation?again');
    await visitor.alert('This link is not complete. Open it again from the message.');
  });

  test('continue with an account of this browser, choose between two, and sign out', async () => {
    const [one, two] = [await service.signup(tenant), await service.signup(tenant)];
    await visitor.at(tenant);
    await visitor.enterPassword(one);
    await visitor.signedIn();
    await visitor.at(tenant);
    await visitor.heading('Choose an account');
    await visitor.inspect('continue');
    await visitor.press(`Continue as ${one.email}`);
    await visitor.signedIn();
    await visitor.at(tenant);
    await visitor.press('Use another account');
    await visitor.enterPassword(two);
    await visitor.signedIn();
    await visitor.at(tenant);
    await visitor.heading('Choose an account');
    await visitor.inspect('choose');
    await visitor.press(one.email);
    await visitor.signedIn();
    expect((await visitor.context.request.get(`${service.baseUrl}/auth/session`)).ok()).toBe(true);
    await visitor.goto('/login/sign-out');
    await visitor.heading('Sign out?');
    await visitor.inspect('sign-out');
    await visitor.press('Sign out');
    await visitor.heading('You are signed out');
    await visitor.inspect('signed-out');
    await visitor.at(tenant);
    await visitor.press(`Continue as ${two.email}`);
    await visitor.signedIn();
  });

  test('go back and forth with the buttons of the browser', async () => {
    const { email } = await service.signup(tenant);
    await visitor.at(tenant);
    await visitor.identify(email);
    await visitor.press('Forgot your password?');
    await visitor.heading('Reset your password');
    await visitor.page.goBack();
    await visitor.page.getByLabel('Password', { exact: true }).waitFor();
    await visitor.page.getByText(email).waitFor();
    await visitor.page.reload();
    await visitor.page.getByText(email).waitFor();
    await visitor.page.goBack();
    expect(await visitor.page.getByLabel('Email address or phone number').inputValue()).toBe(email);
    await visitor.page.goForward();
    await visitor.page.getByLabel('Password', { exact: true }).waitFor();
    await visitor.inspect('password');
  });

  test('explain errors of applications and addresses without a page', async () => {
    await visitor.goto('/login/error?code=invalid_request&error_description=Send+money');
    await visitor.heading('That did not work');
    expect(await visitor.page.textContent('main')).not.toContain('money');
    await visitor.inspect('error');
    await visitor.goto('/login/no-such-page');
    await visitor.heading('There is no such page.');
    await visitor.inspect('no-page');
    await visitor.goto('/login?resume=altered');
    await visitor.page.getByText('This sign-in took too long.').waitFor();
  });

  test('stay readable in colours whose contrast is the least that is allowed', async () => {
    const colors = {
      light: { accent: '#000000', background: '#757575' },
      dark: { accent: '#ffffff', background: '#767676' },
    };
    const user = await service.signup(await service.tenant({ branding: { name: 'Acme', colors } }));
    await visitor.at(user.tenant);
    await visitor.heading('Sign in');
    await visitor.inspect('least-contrast');
    await visitor.enterPassword({ email: user.email, password: newPassword() });
    await visitor.alert('The address or the password is not right.');
    await visitor.inspect('least-contrast-wrong');
  });

  test('have the colours, logo and links of the tenant from the first paint on', async () => {
    const branding = {
      name: 'Globex',
      colors: {
        light: { accent: '#7a1f5c', background: '#fff7fb' },
        dark: { accent: '#ffb3de', background: '#24111d' },
      },
      links: { terms: 'https://globex.example/terms', support: 'https://globex.example/help' },
    };
    const style = { corners: 'pill', font: 'oldStyle', frame: 'none' };
    const globex = await service.tenant({ branding: { ...branding, style } });
    await service.admin('PUT', `/auth/admin/api/tenants/${globex.id}/logo`, { image: PNG });
    await visitor.at(globex);
    await visitor.heading('Sign in');
    await visitor.inspect('branded');
    await visitor.page.emulateMedia({ colorScheme: 'light' });
    const { page } = visitor;
    const color = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await color('.card')).toBe('rgba(0, 0, 0, 0)');
    expect(await color('button[type=submit]')).toBe('rgb(122, 31, 92)');
    const look = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { borderRadius, fontFamily, boxShadow } = getComputedStyle(element);
        return { borderRadius, fontFamily, boxShadow };
      });
    expect(await look('button[type=submit]')).toMatchObject({
      borderRadius: '23px',
      fontFamily: expect.stringMatching(/^"Iowan Old Style", .*serif$/),
    });
    expect(await look('.card')).toMatchObject({ boxShadow: 'none' });
    expect(await page.locator('.brand img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      0,
    );
    expect(await page.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe(branding.links.terms);
    // Before the tenant is known, the page is as empty as the browser's own.
    await page.route('**/auth/client-config*', () => {});
    await page.reload({ waitUntil: 'commit' });
    await page.waitForRequest('**/auth/client-config*');
    expect([await color('html'), await color('body')]).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
    expect(await page.locator('#app').innerHTML()).toBe('');
  });
});
