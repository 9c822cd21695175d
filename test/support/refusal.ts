// Checks that an error response has the form that every error response must have, no matter what produced it.
import { expect } from '@jest/globals';
import { SECURITY_HEADERS } from '../../lib/http/headers.ts';
import type { Reply } from './http.ts';

/** The four fields and no other, this status and code, as JSON, with the security headers. */
export function expectRefusal(reply: Reply, status: number, code: string): void {
  expect(reply.body).toEqual({
    statusCode: status,
    error: expect.stringMatching(/./),
    message: expect.stringMatching(/./),
    code,
  });
  expect(reply.status).toBe(status);
  expect(reply.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', ...SECURITY_HEADERS });
}
