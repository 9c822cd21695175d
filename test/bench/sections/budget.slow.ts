// Asserts the budget in CI: counts of round trips and capacity units, no times.
import { expect, test } from '@jest/globals';
import { complaints, measureBudget } from './budget.ts';

test('every operation stays within its budget of round trips and capacity units', async () => {
  expect(complaints(await measureBudget())).toEqual([]);
  // The timeout allows for a hundred logins with the real hash on a slow machine.
});
