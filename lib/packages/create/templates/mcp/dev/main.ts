// `npm run dev`: Gatehouse and the MCP server on this machine. Data are in memory: each start begins anew.
import { startGatehouse } from '@gatehouse-auth/testing';
import { register } from '../admin/register.ts';
import { createServer } from '../server/server.ts';
import { listen } from './listen.ts';

const ada = { email: 'ada@example.com', password: 'correct horse battery' };

const gatehouse = await startGatehouse({ tenants: [{ slug: 'demo', name: 'Demo' }] });
await gatehouse.createPerson(ada);
const { resource } = await listen(
  (address) => createServer({ issuer: gatehouse.url, resource: address }),
  Number(process.env.PORT ?? 3333),
);
const admin = await gatehouse.admin();
const clientId = await register(admin, { resource, tenantId: gatehouse.tenant.id });
// Clients that describe themselves by a document at an https address, such as assistants. The user is always asked.
await admin.adminTenants.update({ id: gatehouse.tenant.id, settings: { unregisteredClients: { policy: 'any' } } });

console.log(`
  MCP server  ${resource}
  Client id   ${clientId}   for clients that ask for one
  Log in      ${ada.email}
              ${ada.password}
  Inbox       ${gatehouse.url}/__inbox

  npx @modelcontextprotocol/inspector --transport http --server-url ${resource}
`);
