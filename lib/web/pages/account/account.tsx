// The account of the person.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AccountWithPermissions } from '../../../client/index.ts';
import { api, pageUrl } from '../../api.ts';
import { show } from '../../ui/brand.ts';
import { Page } from '../../ui/page.tsx';
import { say } from '../../words/index.ts';

export function Account() {
  const me = useSignal<AccountWithPermissions | undefined>(undefined);
  useEffect(() => {
    api.authentication.me().then(
      (found) => {
        me.value = found;
        api.authentication.clientConfig({ tenantId: found.tenantId }).then(
          ({ branding }) => show(branding),
          () => {},
        );
      },
      () => location.replace(pageUrl('login')),
    );
  }, []);
  if (!me.value) return null;
  return (
    <Page title={say('signedInAs', { name: me.value.email ?? me.value.phone ?? '' })}>
      <a class="button second" href={pageUrl('login/sign-out')}>
        {say('signOut')}
      </a>
    </Page>
  );
}
