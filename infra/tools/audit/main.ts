// Implements `npm run audit:verify`: verifies the audit log, from a file, from a copy of its archive or from a running
// deployment.
//
//   npm run audit:verify -- --export FILE [--anchors FILE]
//   npm run audit:verify -- --archive FOLDER [--anchors FILE]
//   npm run audit:verify -- --url https://auth.example.com [--save FILE] [--anchors FILE] [--save-anchors FILE]
//
// With --archive beside one of the others, the anchors of the archive prove what the other one has.
//
// A deployment needs the login of an owner: GATEHOUSE_ADMIN_EMAIL, GATEHOUSE_ADMIN_PASSWORD and, if they have an
// authenticator, GATEHOUSE_ADMIN_OTP.
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describeError, exitWithError, UserError } from '../../user-error.ts';
import { openDeployment } from './deployment.ts';
import { anchorsIn, linesOf, openArchive } from './folder.ts';
import { verify } from './verify.ts';

const USAGE = `usage: npm run audit:verify -- --export FILE [--archive FOLDER] [--anchors FILE]
       npm run audit:verify -- --archive FOLDER [--anchors FILE]
       npm run audit:verify -- --url URL [--archive FOLDER] [--save FILE] [--anchors FILE] [--save-anchors FILE]`;

const OPTIONS = {
  export: { type: 'string' },
  archive: { type: 'string' },
  url: { type: 'string' },
  save: { type: 'string' },
  anchors: { type: 'string' },
  'save-anchors': { type: 'string' },
} as const;

/** Throws `UserError` for an option that there is not. */
function readOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch {
    throw new UserError(USAGE);
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  const { export: file, archive: folder, url, save } = options;
  const needsUrl = save !== undefined || options['save-anchors'] !== undefined;
  if (url === undefined ? needsUrl : file !== undefined) throw new UserError(USAGE);
  // Read before the export: the end may grow meanwhile.
  const anchors = options.anchors === undefined ? [] : await anchorsIn(options.anchors);
  const archive = folder === undefined ? undefined : await openArchive(folder);
  const deployment = url === undefined ? undefined : await openDeployment(url, process.env);
  const current = deployment ? await deployment.anchors() : [];
  const lines = deployment ? saved(deployment.lines(), save) : file === undefined ? archive?.lines() : linesOf(file);
  if (!lines) throw new UserError(USAGE);
  const report = await verify(
    lines,
    [...anchors, ...(archive?.anchors ?? []), ...current],
    Date.now(),
    url === undefined && file === undefined ? 'archive' : 'export',
  );
  const { links, entries, personal, findings, notes } = report;
  for (const note of notes) process.stdout.write(`note: ${note}\n`);
  for (const { kind, shard, seq, text } of findings) process.stdout.write(`${kind}: shard ${shard}, ${seq}: ${text}\n`);
  process.stdout.write(`${links} links, ${entries} entries, ${personal} with personal data: `);
  process.stdout.write(findings.length ? `${findings.length} findings\n` : 'the chain is whole\n');
  if (options['save-anchors'] !== undefined && findings.length === 0) {
    await writeFile(options['save-anchors'], `${JSON.stringify({ data: current }, null, 2)}\n`);
  }
  process.exitCode = findings.length ? 1 : 0;
}

/** Passes the lines on and writes them to a file, if one is named. */
async function* saved(lines: AsyncIterable<string>, path: string | undefined): AsyncIterable<string> {
  const file = path === undefined ? undefined : createWriteStream(path, { mode: 0o600 });
  for await (const line of lines) {
    file?.write(`${line}\n`);
    yield line;
  }
  await new Promise<void>((resolve) => (file ? file.end(resolve) : resolve()));
}

main().catch((error: unknown) => exitWithError(describeError(error)));
