import { createVerifier } from '@gatehouse-auth/server';
import { createHandler } from './handler.ts';

const { ISSUER: issuer = '', AUDIENCE: audience = '' } = process.env;

export const handler = createHandler(createVerifier({ issuer, audience }));
