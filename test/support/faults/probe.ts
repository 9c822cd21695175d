// Runs the deployed functions in a fresh process, under one environment after the other, and returns their responses
// and logs.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** An environment, as differences from that of the test; `undefined` removes a variable. */
export type Environment = Record<string, string | undefined>;
export type Call = { name: string; event: object };
/** `crashed`: the handler threw, and Lambda would respond with a 502 of its own. */
export type Outcome = { reply?: Record<string, never>; crashed?: string; lines: string[] };

// Each bundle reads its configuration at the first call that finds it right, so one process can be asked again and
// again as long as it never is.
const SCRIPT = `
  const { join } = require('node:path');
  const [bundles] = process.argv.slice(1);
  const write = process.stdout.write.bind(process.stdout);
  let sent = '';
  process.stdin.on('data', (data) => { sent += data; }).on('end', async () => {
    const { environments, calls } = JSON.parse(sent);
    const base = { ...process.env };
    const all = [];
    for (const environment of environments) {
      for (const name of Object.keys(process.env)) if (!(name in base)) delete process.env[name];
      Object.assign(process.env, base);
      for (const [name, value] of Object.entries(environment)) {
        if (value === null) delete process.env[name]; else process.env[name] = value;
      }
      const outcomes = [];
      for (const { name, event } of calls) {
        const lines = [];
        process.stdout.write = (line) => (lines.push(String(line).trim()), true);
        const context = { getRemainingTimeInMillis: () => 10_000 };
        try {
          outcomes.push({ reply: await require(join(bundles, name, 'index.js')).handler(event, context), lines });
        } catch (error) {
          outcomes.push({ crashed: String(error && error.stack), lines });
        }
        process.stdout.write = write;
      }
      all.push(outcomes);
    }
    write(JSON.stringify(all), () => process.exit());
  });`;

/** What each of the calls gets under each of the environments, in one process. */
export async function probe(bundles: string, environments: Environment[], calls: Call[]): Promise<Outcome[][]> {
  const options = { env: { ...process.env, GATEHOUSE_LOG_LEVEL: 'info' }, maxBuffer: 100_000_000 };
  const running = promisify(execFile)(process.execPath, ['-e', SCRIPT, bundles], options);
  const nulled = environments.map((each) =>
    Object.fromEntries(Object.entries(each).map(([name, value]) => [name, value ?? null])),
  );
  running.child.stdin?.end(JSON.stringify({ environments: nulled, calls }));
  return JSON.parse((await running).stdout);
}
