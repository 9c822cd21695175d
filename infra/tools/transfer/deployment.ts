// Calls a running deployment as an admin, and tries again what may succeed later.
import { createInterface } from 'node:readline/promises';
import { setTimeout } from 'node:timers/promises';
import { createClient, GatehouseError } from '../../../lib/packages/client/node.ts';
import { UserError } from '../../user-error.ts';

/** A deployment that is updated or throttled responds again within minutes. */
const MOST_TRIES = 12;
const LONGEST_WAIT_SECONDS = 30;

/**
 * Logs an admin in, whose login is in the environment, and returns the tenants that they see. `attempt` repeats a call that did not
 * reach the deployment, and throws `UserError` for one that is refused, as the login may be.
 */
export async function open(
  url: string,
  { GATEHOUSE_ADMIN_EMAIL: email, GATEHOUSE_ADMIN_PASSWORD: password, GATEHOUSE_ADMIN_OTP: otp }: NodeJS.ProcessEnv,
) {
  if (!email || !password) throw new UserError('set GATEHOUSE_ADMIN_EMAIL and GATEHOUSE_ADMIN_PASSWORD');
  const client = createClient({ baseUrl: url.replace(/\/$/, '') });
  const refused = (error: unknown): never => {
    throw error instanceof GatehouseError ? new UserError(`${url}: ${error.message}`) : error;
  };
  await client.adminConsole.login({ email, password, ...(otp && { otp }) }).catch(refused);
  const { data: tenants } = await client.adminTenants.list().catch(refused);

  /** Imports and exports need a login of the last 15 minutes. A code of an authenticator works once, so a person types the next one. */
  const prove = async (): Promise<void> => {
    if (otp && !process.stdin.isTTY)
      throw new UserError('the login is 15 minutes old. Go on with the same command and a new GATEHOUSE_ADMIN_OTP.');
    const code = otp ? await asked('The login is 15 minutes old. Code of your authenticator: ') : undefined;
    await client.adminConsole.reauthenticate({ password, ...(code && { otp: code }) }).catch(refused);
  };

  const attempt = async <T>(call: () => Promise<T>): Promise<T> => {
    for (let round = 1; ; round++) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof GatehouseError) || round === MOST_TRIES) return refused(error);
        if (error.code === 'REAUTH_REQUIRED') await prove();
        else if (isPassing(error))
          await setTimeout(1000 * Math.min(error.retryAfter ?? 2 ** round, LONGEST_WAIT_SECONDS));
        else return refused(error);
      }
    }
  };
  return { client, tenants, attempt };
}

/** Like `open`, for imports into one tenant. Throws `UserError` if there is no such tenant. */
export async function openTenant(url: string, slug: string, environment: NodeJS.ProcessEnv) {
  const { client, tenants, attempt } = await open(url, environment);
  const tenant = tenants.find((each) => each.slug === slug);
  if (!tenant) throw new UserError(`there is no tenant ${slug}, or the admin may not see it`);
  type Input = Omit<Parameters<typeof client.adminTransfers.importUsers>[0], 'tenantId'>;
  const send = async (input: Input) =>
    (await attempt(() => client.adminTransfers.importUsers({ tenantId: tenant.id, ...input }))).results;
  return { tenant, send, client, attempt };
}

const isPassing = ({ statusCode }: GatehouseError): boolean =>
  statusCode === 0 || statusCode === 429 || statusCode >= 500;

async function asked(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
