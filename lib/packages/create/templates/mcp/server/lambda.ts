import { fetchHandler } from '@gatehouse-auth/server/lambda';
import { createServer } from './server.ts';

const { ISSUER: issuer = '', RESOURCE: resource = '' } = process.env;

export const handler = fetchHandler(new URL(resource).origin, createServer({ issuer, resource }));
