// Holds the table of functions together with the files below functions/ and with the alarms.
import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  AUDIT_ARCHIVE,
  FUNCTIONS,
  functionNames,
  functionOf,
  functionsOf,
  functionsOn,
  groupOf,
  RESOURCES,
  SCIM,
  WEB,
} from '../../infra/functions.ts';
import { EVERYTHING, servedBy } from '../../infra/routes.ts';
import { groupNames } from '../../lib/contract/index.ts';
import { resourcesOf, SENDER, synthesise } from '../support/synthesis.ts';

test('every file below functions/ has a row, and every row has its file', () => {
  const files = readdirSync(new URL('../../functions', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));
  expect([...functionNames].sort()).toEqual(files.sort());
});

test('exactly the functions of the contract’s groups, of SCIM and of pages are invoked by the API, and those of settings exist if these are on', () => {
  expect([...functionsOn('api')].sort()).toEqual([...groupNames.map(functionOf), SCIM, WEB].sort());
  expect(functionsOf().filter((name) => groupOf(name) === undefined)).toEqual(
    functionsOf().filter((name) => FUNCTIONS[name].trigger.kind !== 'api' || name === WEB || name === SCIM),
  );
  expect(functionNames.filter((name) => !functionsOf().includes(name))).toEqual([RESOURCES, AUDIT_ARCHIVE]);
  expect(functionsOf({ hasResources: true, auditArchiveDays: 1 })).toEqual(functionNames);
  for (const extent of [EVERYTHING, { hasResources: false }])
    expect(
      servedBy(extent)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(functionsOn('api', extent).sort());
});

test('every function that is not behind the API or a queue is watched or reports failures', () => {
  const alarms = resourcesOf(synthesise(SENDER), 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
  const watched = JSON.stringify(alarms.map(({ Dimensions }) => Dimensions ?? []));
  expect(functionsOn('stream').filter((name) => !watched.includes(`"Gatehouse-${name}"`))).toEqual([]);
  // Secrets Manager says when a rotation is overdue, also if it never invoked the function.
  expect(functionsOn('secret rotation').map((name) => FUNCTIONS[name].secrets)).toEqual([FUNCTIONS.watch.secrets]);
  const asynchronous = [...functionsOn('schedule'), ...functionsOn('event')];
  expect(asynchronous.filter((name) => !reportsFailures(name))).toEqual([]);
});

const reportsFailures = (name: (typeof functionNames)[number]): boolean => {
  const row = FUNCTIONS[name];
  return 'permissions' in row && (row.permissions as readonly string[]).includes('report failures');
};
