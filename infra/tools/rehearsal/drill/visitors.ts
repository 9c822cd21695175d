// Runs clients during the whole drill, which sign up one after the other through every deployment, and requests every
// operation once.
import { setTimeout as sleep } from 'node:timers/promises';
import { errorBody } from '../../../../lib/contract/errors.ts';
import { EVERYTHING, methodsOf, servedBy } from '../../../routes.ts';

export type Visit = { email: string; at: number; status: number };
export type Visitors = {
  visits: () => readonly Visit[];
  /** Returns every visit, and what was wrong with responses. */
  stop: () => Promise<{ visits: readonly Visit[]; problems: readonly string[] }>;
};

/** An address may sign up a hundred times in a quarter of an hour (lib/domain/credentials/limits.ts). */
const pauseMs = (signUps: number): number => (signUps < 60 ? 300 : 5000);

/** A response is good if it is a success, or a 503 as maintenance sends it. */
export function startVisitors(baseUrl: string, tenantId: string): Visitors {
  const visits: Visit[] = [];
  const problems: string[] = [];
  let isRunning = true;
  const run = async (): Promise<void> => {
    for (let count = 0; isRunning; count++) {
      const email = `visitor-${count}@example.com`;
      const body = JSON.stringify({ tenantId, email, password: 'correct horse battery' });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${baseUrl}/auth/signup`, { method: 'POST', headers, body });
      visits.push({ email, at: Date.now(), status: response.status });
      if (!response.ok) problems.push(...(await problemsOf(response, `sign-up of ${email}`)));
      else await response.text();
      await sleep(pauseMs(count));
    }
  };
  const running = run();
  return {
    visits: () => visits,
    stop: async () => {
      isRunning = false;
      await running;
      return { visits, problems };
    },
  };
}

/** Requests each operation, a path that none declares, and a body that is not JSON. Returns what is not a 503 of ours. */
export async function closedProblems(baseUrl: string): Promise<string[]> {
  const problems: string[] = [];
  const request = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const response = await fetch(`${baseUrl}${path}`, { method, headers, ...(body && { body }), redirect: 'manual' });
    problems.push(...(await problemsOf(response, `${method} ${path}`)));
  };
  for (const { method, path } of servedBy(EVERYTHING).flatMap(methodsOf))
    await request(method, path.replace(/\{[^}]+\}/g, 'x'));
  await request('GET', '/nothing/here');
  await request('OPTIONS', '/auth/login', { origin: 'https://app.example.com' });
  await request('POST', '/auth/login', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b');
  await request('POST', '/auth/login', { 'content-type': 'text/plain' }, 'no');
  return problems;
}

const FIELDS = errorBody('SERVICE_UNAVAILABLE');

async function problemsOf(response: Response, what: string): Promise<string[]> {
  const text = await response.text();
  const retryAfter = response.headers.get('retry-after');
  const isOurs = response.status === FIELDS.statusCode && text === JSON.stringify(FIELDS) && Number(retryAfter) >= 60;
  return isOurs ? [] : [`${what}: ${response.status}, retry-after ${retryAfter}: ${text.slice(0, 120)}`];
}
