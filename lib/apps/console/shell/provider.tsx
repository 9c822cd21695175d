// Leads to the identity provider of admins, if the deployment has one, and back to the screen that was asked for.
import { pageUrl } from '../../kit/base.ts';
import { inTab } from '../../kit/storage.ts';
import { useConfig } from '../core/config.ts';
import { navigate, path, query } from '../core/router.ts';
import { common } from '../words/index.ts';

/** The screen to show afterwards. It is kept for this tab, and only while the person is at the provider. */
const KEPT = 'gatehouse return';

/** Shows the screen that was asked for before the person left. */
export function comeBack(): void {
  const { to = '', parameters = {} } = JSON.parse(inTab.getItem(KEPT) ?? '{}');
  inTab.removeItem(KEPT);
  navigate(to, parameters, true);
}

/** Nothing without a provider, or while it is not known. The password works in any case. */
export function Provider({ hint }: { hint?: string }) {
  const provider = useConfig()?.provider;
  if (!provider) return null;
  return (
    <div class="tight">
      <a
        class="button second"
        href={pageUrl('auth/admin/sso')}
        onClick={() => {
          const to = path.value === 'signed-in' ? '' : path.value;
          inTab.setItem(KEPT, JSON.stringify({ to, parameters: Object.fromEntries(to ? query.value : []) }));
        }}
      >
        {common('signInWith', { provider })}
      </a>
      {hint && <p class="hint">{hint}</p>}
    </div>
  );
}
