// Reads the audit log of a running deployment by its API.
import { createClient, GatehouseError } from '../../../lib/packages/client/node.ts';
import { UserError } from '../../user-error.ts';
import type { Anchor } from './verify.ts';

export type Deployment = { anchors: () => Promise<Anchor[]>; lines: () => AsyncIterable<string> };

/** Logs an admin in, whose login is in the environment. Throws `UserError` without one, and if it is refused. */
export async function openDeployment(
  url: string,
  { GATEHOUSE_ADMIN_EMAIL: email, GATEHOUSE_ADMIN_PASSWORD: password, GATEHOUSE_ADMIN_OTP: otp }: NodeJS.ProcessEnv,
): Promise<Deployment> {
  if (!email || !password) throw new UserError('set GATEHOUSE_ADMIN_EMAIL and GATEHOUSE_ADMIN_PASSWORD');
  const client = createClient({ baseUrl: url.replace(/\/$/, '') });
  await client.adminConsole.login({ email, password, ...(otp && { otp }) }).catch((error: unknown) => {
    throw error instanceof GatehouseError ? new UserError(`${url}: ${error.message}`) : error;
  });
  return {
    anchors: async () => (await client.adminAudit.anchors()).data,
    lines: async function* () {
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await client.adminAudit.export({ limit: '100', ...(cursor && { cursor }) });
        for (const link of page.data) yield JSON.stringify(link);
        cursor = page.meta.nextCursor;
      }
    },
  };
}
