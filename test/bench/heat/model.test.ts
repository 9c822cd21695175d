// Checks the model of DynamoDB's limits, and that the recorded operations keep every mix below them.
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { tooHot } from '../sections/heat.ts';
import { readUnits, writeUnits } from './item-size.ts';
import { ceilingOf, heatOf, type Mix, totalOf } from './model.ts';
import { readRecorded, scaleData, scalePage } from './scale.ts';
import { shapeOf } from './shapes.ts';

const recorded = readRecorded();
const heatIn = (mix: Mix, name: string) => heatOf(recorded, mix).find(({ shape }) => shape.name === name);

test('docs/explanation/scale.md and its data are up to date', () => {
  const page = readFileSync(new URL('../../../docs/explanation/scale.md', import.meta.url), 'utf8');
  expect(page).toBe(scalePage());
  const data = new URL('../../../docs/explanation/measurements/scale.json', import.meta.url);
  expect(readFileSync(data, 'utf8')).toBe(scaleData());
});

test('no mix gives a key more than half of its limit', () => {
  expect(tooHot(recorded)).toEqual([]);
});

test('one tenant carries 10 000 verifications and 500 logins a second', () => {
  expect(ceilingOf(recorded['verify-session']!.request, 'tenant')?.perSecond).toBeGreaterThanOrEqual(20_000);
  expect(ceilingOf(recorded['oauth introspect']!.request, 'application')?.perSecond).toBeGreaterThanOrEqual(20_000);
  for (const login of ['login', 'sso start', 'sso callback', 'login, code of a provider', 'client-config'])
    expect(ceilingOf(recorded[login]!.request, 'tenant')?.perSecond).toBeGreaterThanOrEqual(1000);
  for (const roles of ['me', 'refresh-token', 'login'])
    expect(ceilingOf(recorded[roles]!.request, 'deployment')?.perSecond).toBeGreaterThanOrEqual(20_000);
});

test('a single item limits its callers to 3000 reads and 1000 writes a second, and copies multiply that', () => {
  expect(ceilingOf({ tenant: { read: 2, write: 0 } }, 'tenant')).toEqual({ perSecond: 1500, shape: 'tenant' });
  expect(ceilingOf({ tenant: { read: 2, write: 2 } }, 'tenant')?.perSecond).toBe(500);
  expect(ceilingOf({ 'head of a tenant': { read: 1, write: 0 } }, 'tenant')?.perSecond).toBe(36_000);
  expect(ceilingOf({ tenant: { read: 2, write: 0 } }, 'user')).toBeUndefined();
});

test('the items of an account share a partition', () => {
  const units = { session: { read: 1, write: 0 }, user: { read: 1, write: 0 } };
  expect(ceilingOf(units, 'user')).toEqual({ perSecond: 1500, shape: 'partition of an account' });
});

test('a mix divides the load of a key by those who share it', () => {
  const mix = { name: 'x', rates: { 'verify-session': 12_000 }, among: { tenant: 2, user: 100 } };
  expect(heatIn(mix, 'head of a tenant')).toMatchObject({ read: 500, write: 0 });
  expect(heatIn(mix, 'user')).toMatchObject({ read: 120 });
  expect(totalOf(recorded, mix)).toMatchObject({ read: 36_000, write: 0, partitions: 12 });
});

test('units follow the size of the item', () => {
  const item = (bytes: number) => ({ a: { S: 'x'.repeat(bytes - 1) } });
  expect([1, 1024, 1025].map((bytes) => writeUnits(item(bytes)))).toEqual([1, 1, 2]);
  expect([1, 4096, 4097].map((bytes) => readUnits(item(bytes)))).toEqual([1, 1, 2]);
  expect(readUnits(undefined)).toBe(1);
});

test('a key of an unknown shape fails the recording', () => {
  expect(() => shapeOf('P#NEW#1\nNEW')).toThrow('no shape');
});
