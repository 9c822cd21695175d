// After the first deployment: ADMIN_EMAIL=... ADMIN_PASSWORD=... npm run register -- AUTH_URL MCP_URL TENANT
import { createClient } from '@gatehouse-auth/client';
import { register } from './register.ts';

const [baseUrl, resource, slug] = process.argv.slice(2);
const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = process.env;
if (!baseUrl || !resource || !slug || !email || !password)
  throw new Error('ADMIN_EMAIL=... ADMIN_PASSWORD=... npm run register -- AUTH_URL MCP_URL TENANT');

const admin = createClient({ baseUrl });
await admin.adminConsole.login({ email, password });
const { data } = await admin.adminTenants.list();
const tenant = data.find((each) => each.slug === slug);
if (!tenant) throw new Error(`there is no tenant ${slug}`);
console.log(`Client id ${await register(admin, { resource, tenantId: tenant.id })}`);
