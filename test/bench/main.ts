// Runs the benchmark: `npm run bench`, or `npm run bench budget hash` for some sections only. Prints tables, writes
// results.json, and fails when an asserted budget is exceeded. Times are compared within one run. Time goals are reported
// and not asserted. `--record` keeps the sections for docs/explanation/performance.md.
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { render, type Section } from './harness/report.ts';
import { type Recorded, recordedUrl } from './recorded.ts';

const RESULTS = new URL('results.json', import.meta.url);

const OPTIONS = { record: { type: 'boolean' } } as const;

/** The sections in the order in which they run. A section is loaded only when it is requested. */
const SECTIONS: Record<string, () => Promise<Section>> = {
  budget: async () => (await import('./sections/budget.ts')).budget(),
  heat: async () => (await import('./sections/heat.ts')).heat(),
  hash: async () => (await import('./sections/hash.ts')).hash(),
  startup: async () => (await import('./sections/startup.ts')).startup(),
  init: async () => (await import('./sections/init.ts')).init(),
  cold: async () => (await import('./sections/cold.ts')).cold(),
  peers: async () => (await import('./sections/peers.ts')).peers(),
  import: async () => (await import('./sections/import.ts')).importing(),
  scim: async () => (await import('./sections/scim.ts')).synchronising(),
};
/** Sections that run only when they are named, because they take minutes. The peers are installed, too. */
const ONLY_NAMED: readonly string[] = ['peers', 'import', 'scim'];

async function record(name: string, section: Section, machine: string): Promise<void> {
  const options = process.argv.slice(2).filter((each) => each !== '--record' && !(each in SECTIONS));
  const command = ['npm run bench', name, ...(options.length ? ['--', ...options] : [])].join(' ');
  const recorded: Recorded = { on: new Date().toISOString().slice(0, 10), machine, command, ...section };
  await writeFile(recordedUrl(name), `${JSON.stringify(recorded, null, 2)}\n`);
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const unknown = positionals.find((name) => !(name in SECTIONS));
  if (unknown) throw new Error(`There is no section ${unknown}. Sections: ${Object.keys(SECTIONS).join(', ')}`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

  const usual = Object.keys(SECTIONS).filter((name) => !ONLY_NAMED.includes(name));
  const requested = positionals.length ? positionals : usual;
  const sections: Record<string, Section> = {};
  for (const name of Object.keys(SECTIONS).filter((each) => requested.includes(each))) {
    const section = await (SECTIONS[name] as () => Promise<Section>)();
    sections[name] = section;
    for (const table of section.tables) process.stdout.write(`${render(table)}\n`);
    for (const text of section.exceeded ?? []) process.stdout.write(`EXCEEDED ${text}\n`);
    if (section.exceeded?.length) process.exitCode = 1;
    const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
    if (values.record) await record(name, section, `${machine.cores} cores, ${machine.cpu}, Node ${machine.node}`);
    await writeFile(RESULTS, `${JSON.stringify({ at: new Date().toISOString(), machine, sections }, null, 2)}\n`);
  }
}

await main();
