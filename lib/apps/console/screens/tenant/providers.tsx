// The tenant's own identity providers: a list, a form, and the test of each, which says step by step what is wrong.
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { SsoProvider, SsoProviderInput } from '../../../../packages/client/index.ts';
import {
  asError,
  Badge,
  base,
  Confirm,
  call,
  common,
  Dialog,
  Do,
  EmptyState,
  Facts,
  may,
  Panel,
  PlainForm,
  Problem,
  type ReplyOf,
  toast,
  useCommands,
  type Values,
  WrongField,
} from '../../kit.ts';
import { Controls, nameOf, Shown } from './controls.tsx';
import { useDefaults } from './defaults.ts';
import { patchOf, withLine } from './setting-form.tsx';
import { readValue, type Texts, textsOf } from './setting-texts.ts';
import { type Node, SETTINGS } from './settings.ts';
import type { TrialProps } from './trial.tsx';
import { type PartProps, say } from './words.ts';

const FIELDS: Node = SETTINGS.ssoProviders.of;
const AT = nameOf('ssoProviders');

/** The address that the provider sends people back to. */
const callbackUrl = (name: string): string => `${base}/auth/callback/${name}`;

export function Providers({ tenant }: PartProps) {
  const { ssoProviders: providers = [] } = tenant.settings;
  /** The name of the provider in the form; an empty one is new. */
  const edited = useSignal<string | undefined>(undefined);
  const add = (): void => {
    edited.value = '';
  };
  const close = (): void => {
    edited.value = undefined;
  };
  useCommands(may('operate') ? [{ title: say('addProvider'), run: add }] : []);
  const addButton = may('operate') && (
    <button type="button" onClick={add}>
      {say('addProvider')}
    </button>
  );
  return (
    <>
      <Panel title={say('part-providers')} lead={say('providersLead')} actions={providers.length > 0 && addButton}>
        {!may('operate') && <p class="hint">{say('readOnly')}</p>}
        {!providers.length && (
          <EmptyState title={say('noProvider')}>
            <p>{say('noProviderLead')}</p>
            {addButton}
          </EmptyState>
        )}
      </Panel>
      {providers.map((provider) => (
        <Provider
          key={provider.name}
          tenant={tenant}
          provider={provider}
          onEdit={() => {
            edited.value = provider.name;
          }}
        />
      ))}
      {edited.value !== undefined && (
        <ProviderDialog
          tenant={tenant}
          provider={providers.find(({ name }) => name === edited.value)}
          onClose={close}
        />
      )}
    </>
  );
}

/** Returns the call that replaces the providers. Secrets that are not sent stay. */
const replace = (id: string, providers: readonly SsoProviderInput[]) =>
  patchOf(id, 'ssoProviders', providers.length ? providers : undefined);

type ProviderProps = PartProps & { provider: SsoProvider; onEdit: () => void };

function Provider({ tenant, provider, onEdit }: ProviderProps) {
  const { name } = provider;
  const isRemoving = useSignal(false);
  const { [`${AT}.clientSecret`]: _, ...texts } = textsOf(FIELDS, AT, provider);
  const { clientSecret: __, name: ___, ...fields } = FIELDS as Record<string, Node>;
  return (
    <Panel
      title={name}
      actions={
        may('operate') && (
          <>
            <button type="button" class="second" onClick={onEdit} aria-label={say('editProvider', { name })}>
              {common('edit')}
            </button>
            <button
              type="button"
              class="danger"
              aria-label={say('removeProvider', { name })}
              onClick={() => {
                isRemoving.value = true;
              }}
            >
              {say('remove')}
            </button>
          </>
        )
      }
    >
      <Shown node={fields} at={AT} texts={texts} defaults={new Map()} />
      <Facts of={[[say('redirectAddress'), <code key="url">{callbackUrl(name)}</code>]]} />
      {may('operate') && <Test id={tenant.id} provider={name} />}
      {isRemoving.value && (
        <Confirm
          title={say('removeProvider', { name })}
          operation="adminTenants.update"
          input={replace(
            tenant.id,
            (tenant.settings.ssoProviders ?? []).filter((each) => each.name !== name),
          )}
          name={name}
          submit={say('removeProvider', { name })}
          onClose={() => {
            isRemoving.value = false;
          }}
          onDone={() => toast(say('providerRemoved', { name }))}
        >
          {say('removeProviderWill', { name })}
        </Confirm>
      )}
    </Panel>
  );
}

/** Calls what a login would call, and shows each step. It changes nothing, so nothing is read again. */
function Test({ id, provider }: { id: string; provider: string }) {
  const busy = useSignal(false);
  const found = useSignal<ReplyOf<'adminTenants.testProvider'> | undefined>(undefined);
  const problem = useSignal<ReturnType<typeof asError> | undefined>(undefined);
  const test = async (): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    problem.value = undefined;
    try {
      found.value = await call('adminTenants.testProvider', { id, provider }, { isOneOfMany: true });
    } catch (error) {
      found.value = undefined;
      problem.value = asError(error);
    }
    busy.value = false;
  };
  return (
    <div class="stack">
      <div class="doings">
        <button
          type="button"
          class="second"
          aria-label={busy.value ? undefined : say('testProvider', { name: provider })}
          aria-disabled={busy.value}
          onClick={() => void test()}
        >
          {busy.value ? common('working') : say('test')}
        </button>
        <Try id={id} name={provider} />
      </div>
      <Problem error={problem.value} />
      <div role="status" class="stack">
        {found.value && (
          <>
            <p>
              <b>{say(found.value.isOk ? 'testOk' : 'testWrong')}</b>
            </p>
            <ol class="steps">
              {found.value.steps.map(({ name, isOk, message }) => (
                <li key={name}>
                  <b>{say(`step-${name}`)}</b>{' '}
                  <Badge tone={isOk ? 'good' : 'wrong'}>{say(isOk ? 'passed' : 'failed')}</Badge>
                  <span class="block">{message}</span>
                </li>
              ))}
            </ol>
            <p class="hint">{say('testLimits')}</p>
            {found.value.redirectUri !== callbackUrl(provider) && (
              <p class="hint">{say('redirectHint', { url: found.value.redirectUri })}</p>
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** The dialog is loaded when a person asks for it. */
function Try({ id, name }: Omit<TrialProps, 'onClose'>) {
  const shown = useSignal<{ Trial: ComponentType<TrialProps> } | undefined>(undefined);
  const close = (): void => {
    shown.value = undefined;
  };
  return (
    <>
      <Do
        label={say('tryProvider', { name })}
        act={async () => {
          shown.value = await import('./trial.tsx');
        }}
      >
        {say('tryIt')}
      </Do>
      {shown.value && <shown.value.Trial id={id} name={name} onClose={close} />}
    </>
  );
}

type DialogProps = PartProps & { provider: SsoProvider | undefined; onClose: () => void };

function ProviderDialog({ tenant, provider, onClose }: DialogProps) {
  const others = (tenant.settings.ssoProviders ?? []).filter(({ name }) => name !== provider?.name);
  const defaults = useDefaults();
  const texts = textsOf(FIELDS, AT, provider);
  const typed = useSignal<Texts>(texts);
  const at = `${AT}.name`;
  // The secret belongs to the name.
  const { name: _, ...withoutName } = FIELDS as Record<string, Node>;
  const inputOf = (values: Values) => {
    const entered = readValue(FIELDS, AT, provider ? { ...values, [at]: provider.name } : values) as SsoProviderInput;
    if (others.some(({ name }) => name === entered.name)) throw new WrongField(at, say('nameTaken'));
    // Their order is that of the buttons of the sign-in page.
    const all = provider
      ? (tenant.settings.ssoProviders ?? []).map((each) => (each.name === provider.name ? entered : each))
      : [...others, entered];
    return { entered, input: replace(tenant.id, all) };
  };
  return (
    <Dialog
      title={provider ? say('editProvider', { name: provider.name }) : say('addProvider')}
      lead={provider ? undefined : say('addProviderLead')}
      onClose={onClose}
    >
      <PlainForm
        submit={common('save')}
        code={(values) => ({ operation: 'adminTenants.update', input: inputOf(values).input })}
        send={async (values) => {
          const { entered, input } = inputOf(values);
          try {
            await call('adminTenants.update', input);
          } catch (error) {
            throw withLine(asError(error), values);
          }
          toast(say('providerSaved', { name: entered.name }));
          onClose();
        }}
      >
        <div
          class="stack"
          onInput={({ target }) => {
            const { name, value } = target as HTMLInputElement;
            typed.value = { ...typed.value, [name]: value };
          }}
        >
          <Controls
            node={provider ? withoutName : FIELDS}
            at={AT}
            texts={texts}
            typed={typed.value}
            defaults={defaults}
          />
        </div>
        {provider && <p class="hint">{say('secretStays')}</p>}
        <p class="hint">{say('redirectHint', { url: callbackUrl(provider?.name ?? (typed.value[at] || '…')) })}</p>
      </PlainForm>
    </Dialog>
  );
}
