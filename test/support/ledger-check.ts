// Checks after a whole test run that every operation returned every code it declares and no other. Also checks that
// every code of the catalogue was seen somewhere.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorCode, errorCodes } from '../../lib/contract/errors.ts';
import { errorsOf, type Route, UNIVERSAL } from '../../lib/contract/operation.ts';
import { OF_HOOKS } from '../../lib/records/declare/group.ts';
import type { Registry } from '../../lib/records/declare/resource.ts';
import { resources } from '../../lib/records/resources/index.ts';
import { LEDGER, operations } from './ledger.ts';

/** Made where no test can reach it: by API Gateway, or by a fault we don't know of. */
const UNREACHABLE = ['TIMEOUT', 'INTERNAL_ERROR'];

const lines = readdirSync(LEDGER)
  .filter((file) => file.endsWith('.tsv'))
  .flatMap((file) => readFileSync(join(LEDGER, file), 'utf8').split('\n').filter(Boolean));
const seen = new Set(lines);
const codes = new Set(lines.map((line) => line.split('\t')[2]));

const seenAt = (route: string) =>
  [...seen].filter((line) => line.startsWith(`${route}\t`)).map((line) => line.split('\t') as [string, string, string]);

/**
 * The routes of the same action of all resources: they share its code, so what one of them returned is seen for all.
 * Otherwise a resource of an application would need the tests of the examples again.
 */
const alike = ({ group, route, operation }: (typeof operations)[number]): string[] => {
  const action = operation.name.split('.')[1];
  if (group !== 'resources') return [route];
  return operations.filter((each) => each.operation.name.split('.')[1] === action).map((each) => each.route);
};
/** Whether only a hook can return the code, if it wants to. */
const isOfHook = ({ group, operation }: (typeof operations)[number], code: ErrorCode): boolean => {
  const resource = group === 'resources' ? (resources as Registry)[operation.name.split('.')[0] ?? ''] : undefined;
  return resource !== undefined && Object.keys(resource.hooks).length > 0 && OF_HOOKS.includes(code);
};

const problems = operations.flatMap((each) => {
  const { route, operation } = each;
  const declared = errorsOf(route as Route, operation);
  const answered = seenAt(route);
  const answeredCodes = new Set(alike(each).flatMap((other) => seenAt(other).map(([, , code]) => code)));
  const never = declared
    .filter((code) => !answeredCodes.has(code) && !isOfHook(each, code))
    .map((code) => `${route} declares ${code}, which no test has seen`);
  const undeclared = answered
    .filter(([, , code]) => code && !declared.includes(code as never) && !UNIVERSAL.includes(code as never))
    .map(([, , code]) => `${route} returned ${code}, which it does not declare`);
  const succeeded = answered.some(([, status, code]) => !code && Number(status) === operation.status);
  return [...never, ...undeclared, ...(succeeded ? [] : [`${route} never returned ${operation.status}`])];
});
const unseen = errorCodes.filter((code) => !codes.has(code) && !UNREACHABLE.includes(code));
problems.push(...unseen.map((code) => `${code} is in the catalogue, but no test has seen it`));

for (const problem of problems) process.stderr.write(`ledger: ${problem}\n`);
process.stdout.write(
  `ledger: ${operations.length} operations, ${seen.size} distinct answers, ${problems.length} problems\n`,
);
process.exit(problems.length ? 1 : 0);
