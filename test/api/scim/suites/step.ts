// Plays tables of requests as a client of SCIM sends them. A later request names what an earlier one made.
import { expect } from '@jest/globals';
import type { Reply } from '../../../support/http.ts';
import type { Directory } from '../../../support/scim.ts';

/** A request, and what its source looks for in the reply. `{name}` in a text is the id that was kept under the name. */
export type Step = {
  /** Says in the present tense what the client wants. */
  name: string;
  /** Method and path behind the connection. */
  send: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Sent as it is, instead of a body. */
  raw?: string;
  headers?: Record<string, string>;
  status: number;
  /** The status when the whole table is played once more, if it differs. */
  again?: number;
  /** A part of the body. */
  has?: object;
  /** Texts that are in the body, or are not. */
  contains?: readonly string[];
  lacks?: readonly string[];
  /** The name under which the id in the reply is kept, or that of the only resource of a list. */
  keeps?: string;
  /** The source expects something else. Says what, and why this service does not do it. */
  differs?: string;
};

export type Kept = Map<string, string>;

/** Fills names of what was kept into a text, or into all texts of a value. */
export function filled<T>(value: T, kept: Kept): T {
  const text = JSON.stringify(value);
  if (text === undefined) return value;
  return JSON.parse(text.replace(/\{(\w+)\}/g, (whole, name) => kept.get(name) ?? whole));
}

/** Sends the request of a step. */
export async function sendStep(directory: Pick<Directory, 'ask'>, step: Step, kept: Kept): Promise<Reply> {
  const [method = '', path = ''] = filled(step.send, kept).split(' ');
  const query = step.query ? `?${new URLSearchParams(filled(step.query, kept))}` : '';
  const more = { ...(step.raw !== undefined && { raw: step.raw }), ...(step.headers && { headers: step.headers }) };
  const reply = await directory.ask(method, `${path}${query}`, filled(step.body, kept), more);
  keep(step, reply, kept);
  return reply;
}

function keep({ keeps }: Step, { body }: Reply, kept: Kept): void {
  const id = body?.id ?? (body?.Resources?.length === 1 ? body.Resources[0].id : undefined);
  if (keeps && id) kept.set(keeps, id);
}

/** Sends the request of a step, and checks its reply. `isAgain`: the table was played before. */
export async function playStep(
  directory: Pick<Directory, 'ask'>,
  step: Step,
  kept: Kept,
  isAgain = false,
): Promise<void> {
  const { status, body, text } = await sendStep(directory, step, kept);
  const wanted = (isAgain ? step.again : undefined) ?? step.status;
  expect([step.name, status, status === wanted ? '' : text]).toEqual([step.name, wanted, '']);
  if (isAgain && step.again !== undefined) return;
  if (step.has) expect(body).toMatchObject(filled(step.has, kept));
  for (const each of filled(step.contains ?? [], kept)) expect(text).toContain(each);
  for (const each of filled(step.lacks ?? [], kept)) expect(text).not.toContain(each);
}
