// The admin session: bootstrap, login, logout, who am I.
import { adminConsole } from '../lib/contract/admin-console.ts';
import * as admins from '../lib/domain/admins.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(adminConsole, {
  'POST /auth/admin/signup': ({ body, client }) => admins.signup(body, client),
  'POST /auth/admin/login': ({ body, client }) => admins.login(body, client),
  'POST /auth/admin/logout': ({ actor }) => admins.logout(actor),
  'GET /auth/admin/me': ({ actor }) => admins.me(actor),
  'GET /auth/admin/config': () => admins.consoleConfig(),
});
