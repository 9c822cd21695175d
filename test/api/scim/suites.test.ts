// Plays what clients of SCIM send, request by request: Microsoft's collection as a whole, Okta's specification tests, the mappings of
// Entra, what Google does to users who leave. Where a source expects something else, the table says why.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { directoryOf } from '../../support/scim.ts';
import { prepared, unique, useService } from '../../support/service.ts';
import * as entra from './suites/entra.ts';
import * as google from './suites/google.ts';
import { DIFFERENCES, MICROSOFT } from './suites/microsoft.ts';
import * as okta from './suites/okta.ts';
import { type Kept, playStep, type Step } from './suites/step.ts';

const service = useService();
beforeAll(() => service.adminCookie());

/** Declares a test for each step. They need those before them. */
function describeSteps(title: string, steps: readonly Step[]): void {
  describe(title, () => {
    const directory = prepared(async () => directoryOf(service, await service.tenant()));
    const kept: Kept = new Map();
    test.each(steps.map((step) => [step.name, step] as const))('%s', (_, step) => playStep(directory, step, kept));
  });
}

describeSteps("Microsoft's collection", MICROSOFT);
describeSteps("Okta's specification test", okta.specification(unique('spec')));
describeSteps('Okta, what becomes of a user', okta.lifecycle(unique('life')));
describeSteps("Entra's mappings", entra.mappings(unique('map')));
describeSteps('Google, what becomes of users who leave', google.deprovisioning(unique('google')));

test('the collection is whole but for the request of a token, and each difference has its reason', () => {
  // 79 requests, of which GET /Token is no part of SCIM.
  expect(MICROSOFT).toHaveLength(78);
  const reasons = MICROSOFT.flatMap(({ differs }) => differs ?? []);
  expect([...new Set(reasons)].sort()).toEqual(Object.values(DIFFERENCES).sort());
  expect(reasons).toHaveLength(7);
});
