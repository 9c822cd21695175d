// Implements `npm run export -- --tenant SLUG --url URL --recipient FILE FOLDER`: writes the users of a tenant, or of all tenants, into
// files that `npm run import` takes. Needs the login of an owner, as the import does. A run that was interrupted goes on with the same
// command. Exits with 2 for a wrong call.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { digest } from '../../../lib/crypto/secrets.ts';
import { GatehouseError } from '../../../lib/packages/client/node.ts';
import { describeError, exitWithError, UserError } from '../../user-error.ts';
import { open } from './deployment.ts';
import { runExport } from './export-run.ts';
import { newKeyFile, readRecipient } from './keys.ts';
import { setupOf, writeSetup } from './setup.ts';

const USAGE = `usage: GATEHOUSE_ADMIN_EMAIL=... GATEHOUSE_ADMIN_PASSWORD=... npm run export -- --tenant SLUG --url URL --recipient FILE FOLDER
       npm run export -- --new-key FILE
  --tenant SLUG     the tenant, or --all for each that the admin sees
  --recipient FILE  the public key (JWK) that secrets are sealed to
  --new-key FILE    write a new private key, and its public half to FILE.pub.json`;

/** Settings that no export has. */
const NEVER = ['roles of all tenants', 'recovery codes', 'trusted devices', 'sessions', 'grants', 'API keys', 'rows'];

const OPTIONS = {
  tenant: { type: 'string' },
  all: { type: 'boolean', default: false },
  url: { type: 'string' },
  recipient: { type: 'string' },
  'new-key': { type: 'string' },
} as const;

function exitWithUsage(): never {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    return { ...values, positionals };
  } catch {
    return exitWithUsage();
  }
}

/** A signed place is valid for seven days, and the users of other days are another export. */
const expired = (error: unknown): never => {
  throw error instanceof GatehouseError && error.code === 'CURSOR_INVALID'
    ? new UserError('this export is older than seven days, or another admin began it: begin anew in another folder')
    : error;
};

async function main(): Promise<void> {
  const { tenant: slug, all, url, recipient: keyFile, 'new-key': newKey, positionals } = readArguments();
  const say = (text: string): void => void process.stderr.write(`${text}\n`);
  if (newKey !== undefined) {
    const made = newKeyFile(newKey);
    say(
      `${newKey} opens what is sealed to ${made}. Keep it apart from the exports: without it, their secrets are lost.`,
    );
    return;
  }
  const [folder, ...others] = positionals;
  if (!folder || others.length > 0 || !url || !URL.canParse(url) || !keyFile || (slug === undefined) === !all)
    return exitWithUsage();
  const recipient = readRecipient(keyFile);
  const { client, attempt, tenants } = await open(url, process.env);
  const wanted = tenants.filter((each) => all || each.slug === slug);
  if (!wanted.length)
    throw new UserError(all ? 'there is no tenant' : `there is no tenant ${slug}, or the admin may not see it`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const each of wanted) {
    const { id, slug: name, name: title } = each;
    const file = join(folder, `${name}.ndjson`);
    const setup = await attempt(() => setupOf(client, each));
    const { lines, sealed } = await runExport({
      file,
      purpose: JSON.stringify([url, id, recipient.x]),
      tenant: { id, slug: name, name: title },
      recipient: digest(recipient.x),
      setup: () => ({ tenantFile: writeSetup(file, setup), leftOut: [...setup.leftOut, ...NEVER] }),
      page: (cursor) =>
        attempt(() =>
          client.adminTransfers.exportUsers({ tenantId: id, recipient, ...(cursor && { cursor }) }).catch(expired),
        ),
      say,
    });
    process.stdout.write(`${name}: ${lines} users, ${sealed} with sealed secrets\n`);
  }
}

main().catch((error: unknown) => exitWithError(describeError(error)));
