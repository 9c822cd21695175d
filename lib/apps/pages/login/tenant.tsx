// Finds the organization, when neither the link nor the browser knows it. People know their address: its domain leads on if an
// organization has verified it, else links are sent to it. Those who know the short name type that.
import { useSignal } from '@preact/signals';
import { codeOf } from '../../../packages/client/error.ts';
import { Field, Form } from '../../kit/form.tsx';
import { WrongField } from '../../kit/voice.ts';
import { language } from '../../kit/words.ts';
import { api } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { say } from '../words/sign-in.ts';
import { identifier } from './flow.ts';
import { startWith } from './identify.tsx';
import { chooseTenant, loginHint, speakAsAsked, unknownSlug } from './request.ts';

export function Tenant() {
  const view = useSignal<'address' | 'slug' | 'sent'>('address');
  const [isAddress, isSent] = [view.value === 'address', view.value === 'sent'];
  return (
    <Page
      title={say(isSent ? 'checkMail' : 'tenantTitle')}
      lead={
        isSent
          ? say('findSent', { identifier: identifier.value })
          : unknownSlug && say('tenantUnknown', { slug: unknownSlug })
      }
    >
      {isAddress && (
        <Address
          onSent={() => {
            view.value = 'sent';
          }}
        />
      )}
      {view.value === 'slug' && <ShortName />}
      <Action
        onClick={() => {
          view.value = isAddress ? 'slug' : 'address';
        }}
      >
        {say(isAddress ? 'knowShortName' : 'back')}
      </Action>
    </Page>
  );
}

const Address = ({ onSent }: { onSent: () => void }) => (
  <Form
    submit={say('findTenants')}
    onSubmit={async ({ email = '' }) => {
      identifier.value = email.trim();
      if (await leadOn(identifier.value)) return;
      await api.authentication.findTenants({ email: identifier.value, locale: language.value });
      onSent();
    }}
  >
    <Field
      name="email"
      label={say('email')}
      hint={say('findHint')}
      autocomplete="email"
      inputMode="email"
      maxLength={254}
      value={identifier.value || loginHint.value}
      isFocused
    />
  </Form>
);

/** Goes on to the organization that has the domain of the address, or to its identity provider. `false`: there is none. */
async function leadOn(email: string): Promise<boolean> {
  // Without it, the message finds the organization.
  const reply = await api.authentication.discoverTenant({ email }).catch(() => undefined);
  const { tenant: found, provider } = reply ?? {};
  if (!found) return false;
  await chooseTenant(found.slug);
  await speakAsAsked();
  if (provider) await startWith(provider);
  return true;
}

const ShortName = () => (
  <Form
    submit={say('next')}
    onSubmit={async ({ slug = '' }) => {
      const named = slug.trim().toLowerCase();
      await chooseTenant(named).catch((error: unknown) => {
        if (codeOf(error) !== 'TENANT_NOT_FOUND') throw error;
        throw new WrongField('slug', say('tenantUnknown', { slug: named }));
      });
      await speakAsAsked();
    }}
  >
    <Field
      name="slug"
      label={say('tenantLabel')}
      hint={say('tenantHint')}
      autocomplete="organization"
      maxLength={64}
      isFocused
    />
  </Form>
);
