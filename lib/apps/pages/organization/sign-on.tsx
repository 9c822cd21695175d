// The identity providers of the organization: a person connects one, tries it, and switches it on.
import { useSignal } from '@preact/signals';
import { Dialog } from '../../kit/dialog.tsx';
import { Do } from '../../kit/do.tsx';
import { Field, Form } from '../../kit/form.tsx';
import { Item } from '../../kit/panel.tsx';
import { inTab } from '../../kit/storage.ts';
import { WrongField } from '../../kit/voice.ts';
import { said } from '../account/me.ts';
import { proved } from '../account/step-up.tsx';
import { api, asError, pageUrl } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { say as sayOfOrganization } from '../words/organization.ts';
import { say } from '../words/sign-on.ts';
import { List, usePaged } from './paged.tsx';
import { Part } from './part.tsx';
import { monogramOf, PRESETS, type Preset } from './presets.ts';
import { dayEnd, endOf, Renew, type RowProps, Secret } from './provider-secret.tsx';

/** Where the page of the trial goes back to. Without it, the page shows nothing: no link can make it say something. */
export const TRIAL = 'gatehouse trial';

export function SignOn() {
  const isAdding = useSignal(false);
  const list = usePaged(async () => ({ items: (await api.organization.providers()).providers, next: null }));
  const close = (): void => {
    isAdding.value = false;
  };
  return (
    <Part
      title={sayOfOrganization('signOn')}
      lead={say('signOnLead')}
      actions={
        <Action
          class=""
          onClick={() => {
            isAdding.value = true;
          }}
        >
          {say('add')}
        </Action>
      }
    >
      <List of={list} none={say('noProviders')}>
        {(provider) => <Row key={provider.name} of={provider} onChanged={list.reread} />}
      </List>
      {isAdding.value && <Add onDone={list.reread} onClose={close} />}
    </Part>
  );
}

function Row({ of: provider, onChanged }: RowProps) {
  const { name, issuer, enabled, redirectUri, secretExpiresAt } = provider;
  const isRemoving = useSignal(false);
  const isRenewing = useSignal(false);
  const switchTo = async (isOn: boolean): Promise<void> => {
    await proved(() => api.organization.updateProvider({ name, enabled: isOn }));
    await onChanged();
    said.value = say(isOn ? 'switchedOn' : 'switchedOff', { name });
  };
  return (
    <Item
      title={<bdi>{name}</bdi>}
      badge={say(enabled ? 'on' : 'off')}
      note={
        <>
          <bdi class="fact">{issuer}</bdi>
          <span class="fact">
            {say('redirect')}: <bdi>{redirectUri}</bdi>
          </span>
          {secretExpiresAt && <span class="fact">{endOf(secretExpiresAt)}</span>}
        </>
      }
    >
      <div class="doings">
        <Do act={() => tryIt(name)} label={`${say('tryIt')}: ${name}`}>
          {say('tryIt')}
        </Do>
        <Do act={() => switchTo(!enabled)} label={`${say(enabled ? 'switchOff' : 'switchOn')}: ${name}`}>
          {say(enabled ? 'switchOff' : 'switchOn')}
        </Do>
        <Action
          class="second"
          onClick={() => {
            isRenewing.value = true;
          }}
        >
          {say('newSecret')}
          <span class="unseen">: {name}</span>
        </Action>
        <Action
          class="danger"
          onClick={() => {
            isRemoving.value = true;
          }}
        >
          {say('removeProvider')}
          <span class="unseen">: {name}</span>
        </Action>
      </div>
      {isRenewing.value && (
        <Renew
          of={provider}
          onChanged={onChanged}
          onClose={() => {
            isRenewing.value = false;
          }}
        />
      )}
      {isRemoving.value && (
        <Remove
          of={provider}
          onChanged={onChanged}
          onClose={() => {
            isRemoving.value = false;
          }}
        />
      )}
    </Item>
  );
}

/** Goes to the provider, which sends the browser to the page of the trial. */
async function tryIt(name: string): Promise<void> {
  const { location: target } = await proved(() => api.sso.tryProvider({ name }));
  inTab.setItem(TRIAL, location.pathname.slice(new URL(pageUrl('')).pathname.length));
  location.assign(target);
}

function Remove({ of: { name }, onChanged, onClose }: RowProps & { onClose: () => void }) {
  return (
    <Dialog title={say('removeProviderTitle', { name })} lead={say('removeProviderLead')} onClose={onClose}>
      <div class="doings">
        <Do
          class="danger"
          act={async () => {
            await proved(() => api.organization.removeProvider({ name }));
            onClose();
            await onChanged();
            said.value = say('providerRemoved', { name });
          }}
        >
          {say('remove')}
        </Do>
        <Action class="second" onClick={onClose}>
          {say('cancel')}
        </Action>
      </div>
    </Dialog>
  );
}

type AddProps = { onDone: () => Promise<void>; onClose: () => void };

function Add({ onDone, onClose }: AddProps) {
  const chosen = useSignal<Preset | undefined>(undefined);
  if (chosen.value) return <Details preset={chosen.value} onDone={onDone} onClose={onClose} />;
  return (
    <Dialog title={say('add')} lead={say('chooseProviderLead')} onClose={onClose}>
      <div class="doings">
        {PRESETS.map((preset) => (
          <Action
            key={preset.id}
            class="second choice"
            onClick={() => {
              chosen.value = preset;
            }}
          >
            <span class="mark" aria-hidden="true">
              {monogramOf(preset)}
            </span>{' '}
            <bdi>{preset.title}</bdi>
          </Action>
        ))}
      </div>
      <Action class="plain" onClick={onClose}>
        {say('cancel')}
      </Action>
    </Dialog>
  );
}

function Details({ preset, onDone, onClose }: AddProps & { preset: Preset }) {
  const name = useSignal(preset.id);
  return (
    <Dialog title={preset.title} onClose={onClose}>
      {preset.steps.length > 0 && (
        <ol class="hint" lang="en" dir="ltr">
          {preset.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      <p class="hint">
        {say('redirect')}: <bdi class="fact">{pageUrl(`auth/callback/${name.value}`)}</bdi> {say('redirectHint')}
      </p>
      <Form
        submit={say('saveProvider')}
        onSubmit={async ({ name: given = '', issuer = '', clientId = '', clientSecret, ends }) => {
          await proved(() =>
            api.organization.addProvider({
              name: given,
              issuer,
              clientId,
              enabled: false,
              ...(clientSecret && { clientSecret, ...dayEnd(ends) }),
            }),
          ).catch(refuse);
          onClose();
          await onDone();
          said.value = say('providerSaved', { name: given });
        }}
        beside={() => (
          <Action class="second" onClick={onClose}>
            {say('cancel')}
          </Action>
        )}
      >
        <Field
          name="name"
          label={say('name')}
          hint={say('nameHint')}
          value={preset.id}
          maxLength={32}
          pattern="[a-z0-9][a-z0-9\-]*"
          onInput={(event) => {
            name.value = event.currentTarget.value;
          }}
        />
        <Field
          name="issuer"
          type="url"
          label={say('issuer')}
          value={`https://${preset.issuer}`}
          maxLength={512}
          pattern="https?://[^\{\}\?\<\>]+"
        />
        <Field name="clientId" label={say('clientId')} maxLength={256} autocomplete="off" />
        <Secret isOptional />
      </Form>
    </Dialog>
  );
}

/** Shows beside the name what only this form is refused. */
function refuse(error: unknown): never {
  const refusal = asError(error);
  if (refusal.code === 'PROVIDER_ALREADY_EXISTS') throw new WrongField('name', say('providerTaken'), refusal);
  if (refusal.code === 'PROVIDER_LIMIT_REACHED') throw new WrongField('name', say('providerLimit'), refusal);
  throw error;
}
