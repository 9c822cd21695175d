// Implements `npm run import -- --from KIND --tenant SLUG --url URL FILE`: imports the users of a file into a tenant. Needs the
// login of an admin: GATEHOUSE_ADMIN_EMAIL, GATEHOUSE_ADMIN_PASSWORD and, if they have an authenticator, GATEHOUSE_ADMIN_OTP.
// A run that was interrupted goes on with the same command. Exits with 1 if a line was refused, and with 2 for a wrong call.
import { parseArgs } from 'node:util';
import { describeError, exitWithError, UserError } from '../../user-error.ts';
import { openTenant } from './deployment.ts';
import { figureOf } from './figure.ts';
import { readPrivateKey } from './keys.ts';
import { requireManifest } from './manifest.ts';
import { opening } from './opening.ts';
import { fileOf } from './progress.ts';
import { firebaseParametersIn, kinds, readerOf } from './readers.ts';
import { reportOf, run } from './run.ts';
import { applyPlan, type Plan, planned, planOf, readSetup, withoutRoles } from './setup.ts';
import { openSource } from './source.ts';

const USAGE = `usage: GATEHOUSE_ADMIN_EMAIL=... GATEHOUSE_ADMIN_PASSWORD=... npm run import -- --tenant SLUG --url URL FILE
  FILE                  a file, or s3://BUCKET/KEY: its report is written beside it
  --key FILE            the private key that opens the secrets of an export of Gatehouse
  --from KIND           what wrote the file: one of ${kinds.join(', ')}
                        (default gatehouse: our own form)
  --hash-parameters F   for firebase and supertokens: a file with what Firebase shows as "Password hash parameters"
  --source NAME         a short name of the other service, such as auth0-prod (default: the kind)
  --dry-run             write nothing, and report what would be done
  --on-existing merge   add to accounts what they lack, instead of leaving them as they are
  --role THEIRS=OURS    the name of a role here for one in the file; may be repeated
  --create-roles        of an export: create the roles of its tenant that are missing here
  --settings            of an export: give the tenant here the settings of the exported one
  --without NAME        a setting that stays as it is here; may be repeated
  --per-second N        users a second at most (default 200)`;

const OPTIONS = {
  key: { type: 'string' },
  from: { type: 'string', default: 'gatehouse' },
  'hash-parameters': { type: 'string' },
  source: { type: 'string' },
  tenant: { type: 'string' },
  url: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'on-existing': { type: 'string', default: 'skip' },
  role: { type: 'string', multiple: true, default: [] as string[] },
  'create-roles': { type: 'boolean', default: false },
  settings: { type: 'boolean', default: false },
  without: { type: 'string', multiple: true, default: [] as string[] },
  'per-second': { type: 'string', default: '200' },
} as const;

function exitWithUsage(): never {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    const { url, tenant, 'on-existing': onExisting } = values;
    const [file, ...others] = positionals;
    const perSecond = Number(values['per-second']);
    const isRight = others.length === 0 && URL.canParse(url ?? '') && perSecond >= 1 && perSecond <= 100_000;
    if (!file || !tenant || !url || !isRight || (onExisting !== 'skip' && onExisting !== 'merge'))
      return exitWithUsage();
    const roles = Object.fromEntries(
      values.role.map((pair): [string, string] => {
        const at = pair.indexOf('=');
        return at < 1 ? exitWithUsage() : [pair.slice(0, at), pair.slice(at + 1)];
      }),
    );
    return { ...values, file, tenant, url, onExisting: onExisting as 'skip' | 'merge', perSecond, roles };
  } catch {
    return exitWithUsage();
  }
}

/** Gives the tenant the roles and settings of an export, or says what a run would give. Returns it; `undefined` if none is wanted. */
async function setUp(
  { tenant, client, attempt }: Awaited<ReturnType<typeof openTenant>>,
  file: string,
  digest: string | undefined,
  given: ReturnType<typeof readArguments>,
  say: (text: string) => void,
): Promise<Plan | undefined> {
  const { settings, without, 'create-roles': roles, 'dry-run': isDryRun } = given;
  if (!roles && !settings) return undefined;
  const setup = readSetup(file, digest);
  const wanted = { roles, settings, without, mapped: Object.keys(given.roles) };
  const plan = await attempt(() => planOf(client, tenant, setup, wanted));
  for (const line of planned(plan, tenant.settings)) say(`${isDryRun ? 'dry run: ' : ''}${line}`);
  // A misspelt name would keep nothing.
  for (const name of without)
    if (!Object.hasOwn(setup.settings, name)) say(`--without ${name}: the export has no such setting`);
  if (setup.leftOut.length) say(`not in the export: ${setup.leftOut.join(', ')}`);
  if (!isDryRun) await applyPlan(client, attempt, tenant.id, plan);
  return plan;
}

async function main(): Promise<void> {
  const given = readArguments();
  const { from, source = from, tenant, url, perSecond, roles, onExisting, 'dry-run': isDryRun } = given;
  const parameters = given['hash-parameters'];
  const say = (text: string): void => void process.stderr.write(`${text}\n`);
  const reader =
    readerOf(from, parameters === undefined ? {} : { firebase: firebaseParametersIn(parameters) }) ?? exitWithUsage();
  const key = given.key === undefined ? undefined : readPrivateKey(given.key);
  const content = await openSource(given.file);
  const file = content.beside;
  const manifest = file === given.file ? await requireManifest(file) : undefined;
  const opens = opening(reader, key);
  const deployment = await openTenant(url, tenant, process.env);
  // It reads every line and opens every secret: a wrong key or a bad line is known before the tenant changes.
  const figure = await figureOf(opens(content), perSecond);
  const plan = await setUp(deployment, file, manifest?.tenantFile, given, say);
  say(figure.text);
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  const counts = await run({
    file,
    lines: opens(content),
    send: (lines) =>
      deployment.send({
        source,
        isDryRun,
        onExisting,
        roles,
        lines: isDryRun && plan ? withoutRoles(lines, plan) : lines,
      }),
    // Another content, another tenant or another way of importing is another run.
    purpose: JSON.stringify([
      given.file,
      content.marks,
      url,
      deployment.tenant.id,
      source,
      from,
      isDryRun,
      onExisting,
      roles,
      given['create-roles'],
      given.settings,
    ]),
    perSecond,
    total: figure.users,
    say,
    signal: interruption.signal,
  });
  const report = counts.isComplete ? await content.publish(reportOf(file)) : reportOf(file);
  process.stdout.write(
    `${isDryRun ? 'dry run: ' : ''}${Object.entries(counts.outcomes)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', ')}\nreport: ${report}\n`,
  );
  if (!counts.isComplete) throw new UserError(`interrupted. ${fileOf(file)} has how far: go on with the same command.`);
  process.exitCode = counts.outcomes.refused > 0 ? 1 : 0;
}

main().catch((error: unknown) => exitWithError(describeError(error)));
