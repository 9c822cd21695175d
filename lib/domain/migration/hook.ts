// Asks an endpoint of the deployer's with a signed request (Standard Webhooks 1.0.0), such as the URL of a Lambda function
// that reads the earlier database.
import { createHmac, randomUUID } from 'node:crypto';
import { seconds } from '../../platform/clock.ts';
import { fetchJson } from '../../platform/outbound/outbound-fetch.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import type { Migration } from '../tenants/migration-settings.ts';
import { codeIn, failure, objectIn, type Typed, type Verdict } from './verdict.ts';

const STEPS = ['mfa_required', 'password_change_required'];

/** Throws `Unavailable` unless the hook responds with 200 and claims that name a `sub`, 401, or 403 and the step that it requires. */
export async function askHook(
  { id: tenantId }: Tenant,
  { url }: Migration,
  secret: string | undefined,
  { identifier: { kind, value }, password }: Typed,
  signal: AbortSignal,
): Promise<Verdict> {
  if (secret === undefined) throw failure('no key');
  const body = JSON.stringify({ type: 'migration.login', tenantId, [kind]: value, password });
  const [id, at] = [randomUUID(), String(seconds())];
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': `v1,${signature}`,
  };
  const response = await fetchJson(url, { method: 'POST', headers, body, signal });
  if (response.status === 200) {
    const claims = await objectIn(response);
    // Some gateways send an error of the code behind them with 200. It must not count as a right password.
    if (typeof claims.sub !== 'string' || claims.sub === '') throw failure('no sub');
    return { claims };
  }
  if (response.status === 401) return 'wrong';
  const error = response.status === 403 ? codeIn((await objectIn(response)).error) : undefined;
  if (error !== undefined && STEPS.includes(error)) return 'step';
  throw failure(`status ${response.status}`);
}
