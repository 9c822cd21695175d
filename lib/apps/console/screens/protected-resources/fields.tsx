// The settings of a protected resource in a form, for creating and changing it.
import { type Signal, useSignal } from '@preact/signals';
import {
  Check,
  Chips,
  Combobox,
  DurationField,
  Field,
  type InputOf,
  type Pick,
  type ReplyOf,
  Select,
  secondsIn,
  shownDuration,
  useRead,
  type Values,
  WrongField,
} from '../../kit.ts';
import { matching, picksOf, TenantsField, useTenants } from '../access/tenants.tsx';
import { say } from './words.ts';

export type ProtectedResource = ReplyOf<'adminProtectedResources.get'>['protectedResource'];
type Scope = ProtectedResource['scopes'][number];

/** What is chosen beside the fields: the tenants, `null` for all, the scopes, each under a key that stays, and the machines. */
type Choices = {
  tenants: Signal<readonly Pick[] | null>;
  scopes: Signal<readonly { key: number; of?: Scope }[]>;
  actors: Signal<readonly string[]>;
};

type Begun = { scopes: readonly Scope[]; actorIds: readonly string[] };

export const useChoices = (
  tenants: readonly Pick[] | null = null,
  { scopes, actorIds }: Begun = { scopes: [], actorIds: [] },
): Choices => ({
  tenants: useSignal(tenants),
  scopes: useSignal<readonly { key: number; of?: Scope }[]>(scopes.map((of, key) => ({ key, of }))),
  actors: useSignal<readonly string[]>(actorIds),
});

/** Returns the tenants of the resource with their names, or `undefined` until they are known. */
export function useNamed({ tenantIds }: ProtectedResource): readonly Pick[] | null | undefined {
  const tenants = useTenants();
  return tenantIds === null ? null : tenants && picksOf(tenantIds, tenants);
}

/** The fields that creating and changing share. */
type Settings = Required<Omit<InputOf<'adminProtectedResources.update'>, 'id' | 'name' | 'isActive'>>;

/** Returns what is sent. Throws what the form shows beside the field. */
export function settingsOf(values: Values, { tenants, scopes, actors }: Choices): Settings {
  if (tenants.value?.length === 0) throw new WrongField('reach', say('noTenant'));
  return {
    scopes: scopes.value.map((_, at) => ({
      name: values[`scopes.${at}.name`] ?? '',
      text: values[`scopes.${at}.text`] ?? '',
      permission: values[`scopes.${at}.permission`] || null,
      needsRecentLogin: Boolean(values[`scopes.${at}.needsRecentLogin`]),
    })),
    isFirstPartyOnly: Boolean(values.isFirstPartyOnly),
    tenantIds: tenants.value?.map(({ value }) => value) ?? null,
    accessTtlSeconds: secondsIn(values, 'accessTtlSeconds') ?? null,
    actorIds: [...actors.value],
  };
}

/** Returns only what differs: most fields need a recent login when they are sent. */
export const changesOf = (before: ProtectedResource, after: object): object =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof ProtectedResource]),
    ),
  );

/** The longest lifetime of a token, as the contract has it. */
const MOST_SECONDS = 3600;

type FieldsProps = { choices: Choices; of?: ProtectedResource | undefined };

export function Fields({ choices, of }: FieldsProps) {
  const { tenants } = choices;
  return (
    <>
      <Scopes choices={choices} />
      <Check
        name="isFirstPartyOnly"
        label={say('isFirstPartyOnly')}
        hint={say('isFirstPartyOnlyHint')}
        isChecked={of?.isFirstPartyOnly ?? true}
      />
      <Select
        name="reach"
        label={say('reach')}
        options={(['all', 'some'] as const).map((each) => [each, say(`reach-${each}`)] as const)}
        value={tenants.value ? 'some' : 'all'}
        onChange={(next) => {
          tenants.value = next === 'some' ? [] : null;
        }}
      />
      {tenants.value && <TenantsField chosen={tenants as Signal<readonly Pick[]>} />}
      <DurationField
        name="accessTtlSeconds"
        label={say('accessTtlSeconds')}
        hint={say('accessTtlSecondsHint')}
        {...shownDuration(of?.accessTtlSeconds, MOST_SECONDS)}
        min={5}
        max={MOST_SECONDS}
        isOptional
      />
      <Actors actors={choices.actors} />
    </>
  );
}

/** The machines of the deployment, or `undefined` until they are known. */
export const useMachines = (): readonly Pick[] | undefined =>
  useRead('adminApplications.list', { limit: '100' })
    .data?.data.filter(({ kind }) => kind === 'machine')
    .map(({ id, name }) => ({ value: id, title: name, hint: id }));

function Actors({ actors }: { actors: Signal<readonly string[]> }) {
  const machines = useMachines() ?? [];
  const chosen = actors.value;
  return (
    <div class="tight">
      <Combobox
        label={say('addActor')}
        search={(text) => matching(machines.filter(({ value }) => !chosen.includes(value)))(text)}
        emptyText={say('actorUnknown')}
        onPick={({ value }) => {
          actors.value = [...chosen, value];
        }}
      />
      <p class="hint">{say('actorsHint')}</p>
      {chosen.length > 0 && (
        <Chips
          label={say('actors')}
          chips={picksOf(chosen, machines)}
          onRemove={({ value }) => {
            actors.value = chosen.filter((each) => each !== value);
          }}
        />
      )}
    </div>
  );
}

function Scopes({ choices: { scopes } }: { choices: Choices }) {
  const rows = scopes.value;
  return (
    <>
      {rows.map(({ key, of }, at) => (
        <ScopeFields
          key={key}
          at={at}
          of={of}
          onRemove={() => {
            scopes.value = rows.filter((row) => row.key !== key);
          }}
        />
      ))}
      <button
        type="button"
        class="second"
        onClick={() => {
          scopes.value = [...rows, { key: Math.max(-1, ...rows.map((row) => row.key)) + 1 }];
        }}
      >
        {say('addScope')}
      </button>
    </>
  );
}

type ScopeProps = { at: number; of?: Scope | undefined; onRemove: () => void };

function ScopeFields({ at, of, onRemove }: ScopeProps) {
  const number = at + 1;
  return (
    <fieldset>
      <legend>{say('scope', { number })}</legend>
      <Field name={`scopes.${at}.name`} label={say('scopeName')} value={of?.name ?? ''} maxLength={64} />
      <Field
        name={`scopes.${at}.text`}
        label={say('text')}
        hint={say('textHint')}
        value={of?.text ?? ''}
        maxLength={160}
      />
      <Field
        name={`scopes.${at}.permission`}
        label={say('permission')}
        hint={say('permissionHint')}
        value={of?.permission ?? ''}
        maxLength={120}
        isOptional
      />
      <Check
        name={`scopes.${at}.needsRecentLogin`}
        label={say('needsRecentLogin')}
        isChecked={of?.needsRecentLogin ?? false}
      />
      <button type="button" class="plain small" aria-label={say('removeScope', { number })} onClick={onRemove}>
        {say('removeScope', { number })}
      </button>
    </fieldset>
  );
}
