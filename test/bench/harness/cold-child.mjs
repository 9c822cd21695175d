// Loads a function as Lambda's runtime does, whose own code is an ES module, and prints the CPU ms of each part.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [directory, module, event, status] = process.argv.slice(2);
const context = { awsRequestId: 'cold', getRemainingTimeInMillis: () => 60_000 };
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const file = join(directory, `${module}.mjs`);
const marks = [cpu()];
const { handler } = existsSync(file)
  ? await import(pathToFileURL(file).href)
  : createRequire(import.meta.url)(join(directory, 'index.js'));
marks.push(cpu());
for (let call = 0; call < 2; call++) {
  const { statusCode, body } = await handler(JSON.parse(event), context);
  if (statusCode !== Number(status)) throw new Error(`${statusCode} ${body}`);
  marks.push(cpu());
}
const [start, loaded, first, second] = marks;
process.stderr.write(
  JSON.stringify({ start, init: loaded - start, first: first - loaded, second: second - first }),
  () => process.exit(),
);
