// Makes the README's moving picture, docs/images/film.png, and the still that people see who want no motion:
// `npm run pictures`. A user cannot sign in, an admin sees why and helps, and the bus gets the event.
import { writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { type Local, startLocal } from '../../infra/tools/local/run.ts';
import { createClient, type GatehouseError } from '../../lib/packages/client/node.ts';
import { openBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { animated, type Frame } from './apng.ts';

const DIRECTORY = new URL('../../docs/images/', import.meta.url);
const STAGE = { width: 960, height: 600 };
/** What a picture of a page has beside the caption. */
const SCREEN = { width: 960, height: 544 };
const PASSWORD = 'tangerine bicycle 41';
const ADMIN = { email: 'rosa@acme.example', password: PASSWORD };
const USER = { email: 'aiko.tanaka@acme.example', name: 'Aiko Tanaka' };
/** A tenant with branding, and a user whose password strangers have guessed at. */
async function populate({ baseUrl, adminSecretKey }: Local): Promise<string> {
  const staff = createClient({ baseUrl });
  await staff.adminConsole.signup({ ...ADMIN, name: 'Rosa Keller', secretKey: adminSecretKey });
  await staff.adminConsole.login(ADMIN);
  const settings = { branding: { name: 'Acme Bikes', colors: { light: { accent: '#0f766e' } } } };
  const { tenant } = await staff.adminTenants.create({ name: 'Acme Bikes', slug: 'acme-bikes', settings });
  const { user } = await staff.adminUsers.create({
    ...{
      tenantId: tenant.id,
      password: PASSWORD,
      mustChangePassword: false,
      emailVerifiedAt: new Date().toISOString(),
    },
    ...USER,
  });
  const guess = { tenantId: tenant.id, credentials: { email: USER.email, password: 'wrong' } };
  for (let count = 0; count < 10; count++)
    await createClient({ baseUrl })
      .authentication.login(guess)
      .catch((error: GatehouseError) => {
        if (!error.code) throw error;
      });
  return user.id;
}

type Scene = { step: number; caption: string; seconds: number; body: string };

/** Waits for the page, and takes its picture as a data URL. */
async function shot(page: Page): Promise<string> {
  await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('[aria-busy="true"]'));
  return `data:image/png;base64,${(await page.screenshot()).toString('base64')}`;
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The event of the unlock, as the bus has it. */
async function eventOf({ events }: Local): Promise<string> {
  const find = () => events().find(({ detail }) => (detail as { action?: string }).action === 'user.unlocked');
  await until(() => find() !== undefined, 'the event');
  const { source, detailType, detail } = find()!;
  const { action, adminId, targetId, tenantId, before, occurredAt } = detail as Record<string, unknown>;
  const shown = Object.entries({ action, adminId, targetId, tenantId, before, occurredAt });
  const lines = shown.map(([name, value]) => `    "${name}": ${JSON.stringify(value)}`);
  return `{\n  "source": "${source}",\n  "detail-type": "${detailType}",\n  "detail": {\n${lines.join(',\n')}\n  }\n}`;
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const image = (url: string): string => `<img src="${url}" alt="">`;
const code = (text: string): string => `<pre>${escaped(text)}</pre>`;
const title = (step: number, caption: string): string => `<h1><b>${step}</b>${caption}</h1>`;
const STYLE = `* { box-sizing: border-box; margin: 0 }
body { font: 600 21px "Open Sans", sans-serif; background: #f6f8fa; color: #1f2328; width: ${STAGE.width}px; height: ${STAGE.height}px }
h1 { font: inherit; height: ${STAGE.height - SCREEN.height}px; padding: 13px 20px; background: #1f2328; color: #fff; white-space: nowrap }
h1 b { display: inline-block; width: 30px; margin-right: 12px; border-radius: 50%; background: #fff; color: #1f2328; text-align: center }
img { display: block; width: 100% } pre { font: 21px/1.8 "Open Sans", sans-serif; padding: 40px 48px }
main { display: grid; grid-template: repeat(2, 300px) / repeat(2, 1fr); gap: 0 2px; background: #1f2328 }
main h1 { font-size: 15px; height: 32px; padding: 5px 12px } main h1 b { width: 22px; margin-right: 8px }
main pre { font-size: 11px; padding: 20px 24px } main div { height: 268px; overflow: hidden; background: #f6f8fa }`;

/** Draws `body` on the stage. */
async function draw(stage: Page, body: string): Promise<Buffer> {
  await stage.setContent(`<!doctype html><style>${STYLE}</style>${body}`);
  await stage.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  return stage.screenshot();
}

async function film(browser: Browser, local: Local): Promise<{ frames: Frame[]; still: Buffer }> {
  const user = await populate(local);
  const context = { viewport: SCREEN, locale: 'en-GB', reducedMotion: 'reduce' } as const;
  const person = await browser.newPage(context);
  const admin = await (await browser.newContext(context)).newPage();
  const stage = await browser.newPage({ viewport: STAGE });
  const scenes: Scene[] = [];
  const keep = (step: number, caption: string, seconds: number, body: string) =>
    scenes.push({ step, caption, seconds, body });

  await person.goto(`${local.baseUrl}/login?tenant=acme-bikes`);
  await person.getByLabel('Email address or phone number').fill(USER.email);
  keep(1, 'Sign in: a page in the colours of each customer', 1.8, image(await shot(person)));
  await person.getByRole('button', { name: 'Continue', exact: true }).click();
  await signIn(person);
  await person.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
  keep(1, 'Sign in: strangers guessed, so the password is locked', 2.6, image(await shot(person)));

  await admin.goto(`${local.baseUrl}/console/users/${user}`);
  await admin.getByLabel('Email address').fill(ADMIN.email);
  await signIn(admin);
  const unlock = admin.getByRole('button', { name: 'Unlock', exact: true });
  await unlock.waitFor();
  keep(2, 'Console: it says why, and has the button that helps', 3.2, image(await shot(admin)));
  await unlock.click();
  await admin.getByText('This user can sign in.', { exact: true }).waitFor();
  keep(2, 'Console: one click later', 1.8, image(await shot(admin)));

  keep(3, 'Event: the change is on your EventBridge bus', 3.2, code(await eventOf(local)));
  await signIn(person);
  await person.waitForURL(/account/);
  keep(4, 'The user is in, on their own account page', 1.8, image(await shot(person)));

  const frames: Frame[] = [];
  for (const { step, caption, seconds, body } of scenes)
    frames.push({ png: await draw(stage, `${title(step, caption)}${body}`), seconds });
  const panes = [1, 2, 4, 5].flatMap((at) => scenes[at] ?? []);
  const strip = panes.map(({ step, caption, body }) => `<section>${title(step, caption)}<div>${body}</div></section>`);
  const still = await draw(stage, `<main>${strip.join('')}</main>`);
  return { frames: [...frames, { png: still, seconds: 4 }], still };
}

process.env.GATEHOUSE_LOG_LEVEL ??= 'error';
const local = await startLocal({ port: Number(process.env.PORT ?? 3000) });
const browser = await openBrowser();
try {
  const { frames, still } = await film(browser, local);
  writeFileSync(new URL('film.png', DIRECTORY), animated(frames, 3));
  writeFileSync(new URL('film-still.png', DIRECTORY), still);
} finally {
  await browser.close();
  await local.stop();
}
process.exit(0);
