// `npm run dev`: Gatehouse, the API and the web pages on this machine. Data are in memory: each start begins anew.
import { createVerifier } from '@gatehouse-auth/server';
import { startGatehouse } from '@gatehouse-auth/testing';
import { createServer } from 'vite';
import { createHandler } from '../api/handler.ts';
import { startApi } from './api-server.ts';

const port = Number(process.env.PORT ?? 5173);
const ada = { email: 'ada@example.com', password: 'correct horse battery' };

const gatehouse = await startGatehouse({ tenants: [{ slug: 'demo', name: 'Demo' }] });
await gatehouse.createRole({ name: 'analyst', permissions: ['reports.read'] });
await gatehouse.createPerson({ ...ada, roles: ['analyst'] });

const api = await startApi(createHandler(createVerifier({ issuer: gatehouse.url, audience: gatehouse.url })));

process.env.VITE_AUTH_URL = gatehouse.url;
const web = await createServer({ server: { port, strictPort: true, proxy: { '/api': api.url } } });
await web.listen();

console.log(`
  Web    http://localhost:${port}
  Log in ${ada.email}
         ${ada.password}
  Inbox  ${gatehouse.url}/__inbox
`);
