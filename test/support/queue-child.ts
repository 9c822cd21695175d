// Runs a process that queues a message, begins to work on it, and never ends by itself.
import { startQueue } from '../../infra/tools/local/aws/queue.ts';

const load = async () => () => {
  process.stdout.write('working\n');
  return new Promise<never>(() => {});
};
const queue = await startQueue({ name: 'test', directory: process.argv[2], load });
await queue.send('survivor');
setInterval(() => {}, 1000);
