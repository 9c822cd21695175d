// Declares the exchange of refresh tokens. It is part of the group of authentication, and the function `account` serves it,
// which loads no more of that group than this.
import * as z from 'zod/mini';
import { contract } from './operation.ts';
import { tokens } from './records.ts';
import { refreshToken } from './shapes.ts';

export const refreshes = contract({
  'POST /auth/refresh-token': {
    name: 'refreshToken',
    summary: 'Exchange the refresh token for new tokens',
    access: 'refresh',
    rate: 'refresh',
    body: z.object({
      refreshToken: z.optional(refreshToken),
      slot: z.optional(z.int().check(z.gte(1), z.lte(4))),
    }),
    reply: tokens,
    errors: ['RATE_LIMITED', 'REFRESH_TOKEN_PROOF_REQUIRED'],
    browser: { cookies: 'start-session' },
  },
});
