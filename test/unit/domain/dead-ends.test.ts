// Checks what a deployment says about a refused request, where the local run says more, and what a log may hold of a value.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { deadEnd, shown } from '../../../lib/domain/oauth/dead-ends.ts';
import { current, inContext } from '../../../lib/platform/request-context.ts';

beforeAll(() => {
  process.env.GATEHOUSE_BASE_URL = 'https://auth.example.com';
  process.env.GATEHOUSE_TABLE = 'Gatehouse';
});

test('the page of a deployment has the reference of the request and no cause, which is in the facts of its line', async () => {
  const value = 'https://app.example.com/x';
  await inContext({ requestId: 'r-1' }, async () => {
    const { location } = deadEnd('redirect_uri_not_registered', { value });
    expect(location).toBe('https://auth.example.com/login/error?code=invalid_request&reference=r-1');
    expect(current()?.facts).toMatchObject({ cause: 'redirect_uri_not_registered', value });
  });
});

describe('of a value that was sent, a log has', () => {
  test.each([
    ['an address as it is', 'http://localhost:3000/auth/callback', 'http://localhost:3000/auth/callback'],
    ['no query', 'https://app.example.com/cb?code=123', 'https://app.example.com/cb?…'],
    ['no fragment', 'https://app.example.com/cb#token', 'https://app.example.com/cb#…'],
    ['no password', 'https://me:secret@app.example.com/cb', 'https://…app.example.com/cb'],
    ['no address of a person', 'https://app.example.com/me@example.com', 'https://app.example.com/…example.com'],
    ['no secret', `https://app.example.com/${'aB3_'.repeat(11)}`, 'https://app.example.com/…'],
    ['no number of a phone', 'tel:+4915112345678', 'tel:+…'],
    ['200 characters', 'a/'.repeat(200), `${'a/'.repeat(100)}…`],
  ])('%s', (_, value, text) => {
    expect(shown(value)).toBe(text);
  });
});
