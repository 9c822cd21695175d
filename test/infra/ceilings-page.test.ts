// Checks the list behind docs/explanation/ceilings.md: which limits count which operation.
import { expect, test } from '@jest/globals';
import { LIMITS_OF, limitsOf } from '../../infra/tools/docs/ceilings-of.ts';
import { groups } from '../../lib/contract/index.ts';
import { errorsOf, type Operation, type Route } from '../../lib/contract/operation.ts';
import { LIMITS, limitOf } from '../../lib/domain/credentials/limit-table.ts';
import { CEILINGS } from '../../lib/platform/settings/ceilings.ts';

const operations = Object.values(groups).flatMap((group): [string, Operation][] => Object.entries(group));

test('every limit counts an operation, and every operation in the list exists', () => {
  const counting = operations.flatMap(([route, operation]) => limitsOf(route as Route, operation));
  expect(new Set(counting)).toEqual(new Set(Object.keys(LIMITS)));
  const routes = operations.map(([route]) => route);
  expect(Object.keys(LIMITS_OF).filter((route) => !routes.includes(route))).toEqual([]);
});

test('an operation that a limit may refuse by its code has such a limit', () => {
  for (const [route, operation] of operations) {
    const declared = errorsOf(route as Route, operation);
    const codes = new Set(limitsOf(route as Route, operation).map((scope) => limitOf(scope).code));
    const missing = (['RATE_LIMITED', 'ACCOUNT_LOCKED'] as const).filter(
      // Where a device's key is needed, a browser that cannot sign just now is told to come back, and nothing is counted.
      (code) => declared.includes(code) && !codes.has(code) && !(operation.needsDeviceKey && code === 'RATE_LIMITED'),
    );
    expect([route, ...missing]).toEqual([route]);
  }
});

test('a removal is not counted among the changes of an account', () => {
  const removals = operations.filter(([route]) => route.startsWith('DELETE /auth/organization/'));
  expect(removals.length).toBeGreaterThan(0);
  for (const [route, operation] of removals)
    expect([route, ...limitsOf(route as Route, operation)]).not.toContain('account-change');
});

test('every ceiling is the maximum of a limit, or bounds what a tenant may choose', () => {
  const chosen = Object.entries(LIMITS).flatMap(([scope, { max }]) => (max === 'ceiling' ? [scope] : []));
  expect([...chosen, 'email-tenant-most', 'sms-tenant-most'].sort()).toEqual(Object.keys(CEILINGS).sort());
});
