// The organizations of the person, found with a code that goes to the mailbox. This folder is loaded when they ask for them.
import { useSignal } from '@preact/signals';
import { Form } from '../../../kit/form.tsx';
import { Item } from '../../../kit/panel.tsx';
import { api, pageUrl } from '../../ui/api.ts';
import { Code } from '../../ui/form.tsx';
import { Again } from '../../ui/send-again.tsx';
import { say } from '../../words/account.ts';
import { moment } from '../../words/index.ts';
// The page, which is there already. Without this, what it shares with these files would be files that everyone loads.
import '../account.tsx';
import { addressOf } from '../me.ts';

type Found = Awaited<ReturnType<typeof api.account.tenants>>;

export function Organizations() {
  const found = useSignal<Found | undefined>(undefined);
  if (found.value) return <Listed of={found.value} />;
  return (
    <>
      <p class="lead">{say('organizationsLead', { address: addressOf() })}</p>
      <Form
        submit={say('confirm')}
        onSubmit={async ({ code = '' }) => {
          found.value = await api.account.tenants({ code: code.replaceAll(' ', '') });
        }}
      >
        <Code />
      </Form>
      <Again send={() => api.account.sendTenantsCode()} />
    </>
  );
}

/** The sign-in page of an organization continues with the account that the browser has there, if it has one. */
function Listed({ of: { tenants, invitations } }: { of: Found }) {
  const others = tenants.filter(({ isCurrent }) => !isCurrent);
  if (!others.length && !invitations.length)
    return (
      <p class="hint" role="status">
        {say('organizationsAlone')}
      </p>
    );
  return (
    <>
      {others.map(({ id, slug, name, isSignedIn }) => (
        <Item key={id} title={<bdi>{name}</bdi>}>
          <a class="button second" href={`${pageUrl('login')}?tenant=${encodeURIComponent(slug)}`}>
            {say(isSignedIn ? 'switchTo' : 'signIn')}
            <span class="unseen">: {name}</span>
          </a>
        </Item>
      ))}
      {invitations.map(({ tenant, expiresAt }) => (
        <Item
          key={tenant.id}
          title={<bdi>{tenant.name}</bdi>}
          note={say('organizationsInvited', { at: moment(expiresAt) })}
        />
      ))}
    </>
  );
}
