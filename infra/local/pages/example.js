// A sign-in page in small. Sessions are in cookies that no script reads: all it does is to ask the public API.

/** The prefix of all paths of the service. */
const base = location.pathname.replace(/\/__.*/, '');
const at = (id) => document.getElementById(id);
const value = (id) => at(id).value.trim();
const make = (name, properties, ...content) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...content);
  return element;
};

// Providers send people back to the one host that the service is known by, and cookies are a host's own.
if (location.hostname !== 'localhost') location.hostname = 'localhost';

/** @returns the response with its status. Every response is shown as text, newest first. */
async function call(method, path, body) {
  const headers = { 'x-access-token-type': 'cookie', ...(body && { 'content-type': 'application/json' }) };
  let answer = { status: 0, body: { message: 'The service does not answer.' } };
  try {
    const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    answer = { status: response.status, body: await response.json() };
  } catch {}
  const { code, message } = answer.body;
  const line = `${method} ${path} ${answer.status}${code ? ` ${code}` : ''}`;
  const details = make('details', {}, make('summary', {}, line), make('pre', {}, JSON.stringify(answer.body, null, 2)));
  at('log').prepend(make('li', {}, details, ...(message ? [make('p', {}, message)] : [])));
  return answer;
}

/** @returns the id of the tenant with this slug, if there is one. */
const tenantOf = async (slug) => (await call('GET', `/auth/tenants/lookup?${new URLSearchParams({ slug })}`)).body.id;

/** Who this browser is now, and could be. */
async function show() {
  const me = await call('GET', '/auth/me');
  const isPending = me.body.code === 'MFA_REQUIRED';
  const whoever = isPending ? 'Almost logged in: the second factor is missing.' : 'Nobody is logged in.';
  if (isPending) await offerFactors();
  const { accounts = [] } = (await call('GET', '/auth/accounts')).body;
  at('accounts').replaceChildren(...accounts.map(row));
  at('factor').hidden = !isPending;
  at('who').textContent = me.status === 200 ? `Logged in as ${me.body.email ?? me.body.phone}` : whoever;
}

function row({ email, phone, tenantId, isActive, slot }) {
  const about = make('span', {}, `${email ?? phone} in ${tenantId}`);
  if (isActive) return make('li', { ariaCurrent: 'true' }, about, make('b', {}, 'active'));
  const use = make('button', { type: 'button' }, 'Use this one');
  use.addEventListener('click', () => change('POST', '/auth/refresh-token', { slot }));
  return make('li', {}, about, use);
}

async function offerFactors() {
  const { verifiedMethods = [], hasRecoveryCode } = (await call('GET', '/auth/mfa/status')).body;
  const methods = [...verifiedMethods, ...(hasRecoveryCode ? ['recovery code'] : [])];
  at('method').replaceChildren(...methods.map((method) => make('option', {}, method)));
}

/** A call that may change who this browser is. */
async function change(method, path, body) {
  const answer = await call(method, path, body);
  await show();
  return answer;
}

at('me').addEventListener('click', show);
at('refresh').addEventListener('click', () => change('POST', '/auth/refresh-token', {}));
at('logout').addEventListener('click', () => change('POST', '/auth/logout', {}));

at('login').addEventListener('submit', async (event) => {
  event.preventDefault();
  const tenantId = await tenantOf(value('tenant'));
  if (!tenantId) return;
  const credentials = { email: value('email'), password: at('password').value };
  if (event.submitter === at('signup')) await change('POST', '/auth/signup', { tenantId, ...credentials });
  else await change('POST', '/auth/login', { tenantId, credentials });
  at('password').value = '';
});

// The browser itself goes to the provider, and comes back to this page with the session in its cookies.
at('sso').addEventListener('click', async () => {
  const tenantId = await tenantOf(value('tenant'));
  if (!tenantId) return;
  const query = new URLSearchParams({ tenantId, redirectUri: location.origin + location.pathname, mode: 'cookie' });
  location.assign(`${base}/auth/sso/local?${query}`);
});

at('challenge').addEventListener('click', () => call('POST', '/auth/mfa/challenge', { method: value('method') }));
at('factor').addEventListener('submit', async (event) => {
  event.preventDefault();
  const [method, code, trustDevice] = [value('method'), value('otp'), at('trust').checked];
  at('otp').value = '';
  if (method === 'recovery code') await change('POST', '/auth/mfa/verify-recovery-code', { code, trustDevice });
  else await change('POST', '/auth/mfa/verify', { method, otp: code, trustDevice });
});

at('switch').addEventListener('submit', async (event) => {
  event.preventDefault();
  const tenantId = await tenantOf(value('target'));
  if (tenantId) await change('POST', '/auth/switch-tenant', { tenantId });
});

show();
