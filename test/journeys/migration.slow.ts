// Walks through the sign-in page as a person whose account is still at the earlier service, in a real browser.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { noBrowser } from '../support/browser.ts';
import { type EarlierService, type Realm, startEarlierService } from '../support/earlier-service.ts';
import { describeInBrowser, expectNoProblems, useBrowser } from '../support/in-browser.ts';
import { resident } from '../support/migration.ts';
import type { Tenant } from '../support/service.ts';
import { Visitor } from '../support/visitor.ts';

const { service, browser } = useBrowser({}, { changeFeed: true });
let earlier: EarlierService;
let realm: Realm;
let tenant: Tenant;
let visitor: Visitor;

beforeAll(async () => {
  if (noBrowser) return;
  earlier = await startEarlierService();
  realm = earlier.realm('oauth');
  tenant = await service.tenant({ signup: { mode: 'verifyFirst' }, migration: realm.settings() });
  visitor = await Visitor.open(service, browser);
});
afterAll(async () => {
  await earlier?.stop();
});
expectNoProblems(() => visitor);

describeInBrowser('the sign-in page of a tenant that moves people', () => {
  test('says that it failed while the earlier service fails, sends a code for an unverified address, and signs in', async () => {
    const email = 'ada@example.com';
    const ada = resident(realm, { claims: { email, email_verified: false } }, email);
    realm.fault = { response: { status: 503, body: {} } };
    await visitor.goto(`/login?tenant=${tenant.slug}`);
    await visitor.fill('Email address or phone number', email);
    await visitor.press('Continue');
    await visitor.fill('Password', ada.password);
    await visitor.press('Sign in');
    await visitor.alert(/Something went wrong\. Try again\. Reference: /);
    // The browser prints what it was refused.
    expect(visitor.problems.splice(0)).toEqual([expect.stringContaining('503')]);
    delete realm.fault;
    await visitor.press('Sign in');
    await visitor.heading('Almost done');
    expect(await service.code(email)).toMatch(/^\d{6}$/);
  });
});
