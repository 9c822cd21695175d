import { createUserClient, GatehouseError, webStorage } from '@gatehouse-auth/client';

const { VITE_AUTH_URL: baseUrl, VITE_API_URL: apiUrl = '', VITE_TENANT: slug = 'demo' } = import.meta.env;

const client = createUserClient({
  baseUrl,
  tokenStorage: webStorage(() => localStorage),
  onSessionEnd: () => show('login'),
});

const find = <Element extends HTMLElement>(id: string): Element => document.getElementById(id) as Element;
const problem = find('problem');
const reply = find('reply');

function show(part: 'login' | 'factor' | 'home'): void {
  for (const each of ['login', 'factor', 'home']) find(each).hidden = each !== part;
  problem.hidden = true;
  reply.hidden = true;
}

/** Runs what a button or form does, and shows why it failed. */
async function attempt(action: () => Promise<void>): Promise<void> {
  problem.hidden = true;
  try {
    await action();
  } catch (error) {
    problem.textContent = error instanceof GatehouseError ? error.message : 'Something went wrong.';
    problem.hidden = false;
  }
}

const onSubmit = (id: string, action: (values: FormData, name: string | undefined) => Promise<void>): void =>
  find<HTMLFormElement>(id).addEventListener('submit', (event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const { value } = (event.submitter ?? {}) as { value?: string };
    void attempt(() => action(new FormData(form), value).then(() => form.reset()));
  });

async function showHome(): Promise<void> {
  const { email } = await client.authentication.me();
  find('email').textContent = email ?? '';
  show('home');
}

onSubmit('login', async (values, action) => {
  const [email, password] = [String(values.get('email')), String(values.get('password'))];
  const { id: tenantId } = await client.authentication.lookupTenant({ slug });
  if (action === 'signup') await client.authentication.signup({ tenantId, email, password });
  else {
    const { isRequiresMfa } = await client.authentication.login({ tenantId, credentials: { email, password } });
    if (isRequiresMfa) return show('factor');
  }
  await showHome();
});

onSubmit('factor', async (values) => {
  await client.mfa.verify({ method: 'totp', otp: String(values.get('otp')) });
  await showHome();
});

find('logout').addEventListener('click', () => void attempt(async () => void (await client.authentication.logout())));

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-path]')) {
  button.addEventListener('click', () =>
    attempt(async () => {
      const response = await client.fetch(apiUrl + button.dataset.path);
      reply.textContent = `${response.status} ${JSON.stringify(await response.json(), null, 2)}`;
      reply.hidden = false;
    }),
  );
}

// Show where the visitor was when they left: a stranger, logged in, or between two factors.
if ((await client.accessToken().catch(() => undefined)) === undefined) show('login');
else {
  await showHome().catch((error: unknown) =>
    show(error instanceof GatehouseError && error.code === 'MFA_REQUIRED' ? 'factor' : 'login'),
  );
}
