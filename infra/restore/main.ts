// Implements `npm run resync -- <table>`, for a table that was restored from a backup, with your own AWS credentials.
import { resync } from './resync.ts';

const [table] = process.argv.slice(2);
if (!table) {
  process.stderr.write('usage: npm run resync -- <name of the restored table>\n');
  process.exit(2);
}
// The configuration requires an address; nothing here uses it.
Object.assign(process.env, { GATEHOUSE_TABLE: table, GATEHOUSE_BASE_URL: 'https://restore.invalid' });
const { users, tenants, jobs } = await resync();
process.stdout.write(
  `${users} users are in their lists and counters, ${tenants} tenants have their heads, and ${jobs} jobs are finished.\n`,
);
