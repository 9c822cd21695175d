// The settings of an application in a form, for creating and changing it.
import { type Signal, useSignal } from '@preact/signals';
import {
  Check,
  Chips,
  Combobox,
  Field,
  type InputOf,
  type Pick,
  type ReplyOf,
  Select,
  TextArea,
  useRead,
  type Values,
  WrongField,
} from '../../kit.ts';
import { matching, picksOf, TenantsField, useTenants } from '../access/tenants.tsx';
import { shared } from '../access/words.ts';
import { say } from './words.ts';

export type Application = ReplyOf<'adminApplications.get'>['application'];
export type Kind = Application['kind'];

/** What is chosen beside the fields. `tenants` of `null` is all of them. */
type Choices = { tenants: Signal<readonly Pick[] | null>; roles: Signal<readonly Pick[]> };

type Begun = { tenants: readonly Pick[] | null; roles: readonly Pick[] };

export const useChoices = ({ tenants, roles }: Begun = { tenants: null, roles: [] }): Choices => ({
  tenants: useSignal(tenants),
  roles: useSignal(roles),
});

const linesOf = (text = ''): string[] => text.split(/\s+/).filter(Boolean);
const numberOf = (text = ''): number | null => (text ? Number(text) : null);

/** Returns what is sent. Throws what the form shows beside the field. */
export function settingsOf(kind: Kind, values: Values, { tenants, roles }: Choices) {
  if (tenants.value?.length === 0) throw new WrongField('reach', say('noTenant'));
  const settings = {
    tenantIds: tenants.value?.map(({ value }) => value) ?? null,
    accessTtlSeconds: numberOf(values.accessTtlSeconds),
  };
  const proofs = {
    requiresDpop: Boolean(values.requiresDpop),
    ...((kind === 'server' || kind === 'machine') && { refusesSecrets: Boolean(values.refusesSecrets) }),
  };
  if (kind === 'machine') return { ...settings, ...proofs, roleIds: roles.value.map(({ value }) => value) };
  const scopes = linesOf(values.scopes);
  return {
    ...settings,
    ...proofs,
    party: values.party,
    scopes: scopes.length ? scopes : null,
    accountByDefault: Boolean(values.accountByDefault),
    requiresPar: Boolean(values.requiresPar),
    ...(kind === 'server' && { pkce: values.omitsPkce ? 'optional' : 'required' }),
    grants: ['authorization_code', ...(values.refresh ? ['refresh_token'] : [])],
    redirectUris: linesOf(values.redirectUris),
    postLogoutRedirectUris: linesOf(values.postLogoutRedirectUris),
    backchannelLogoutUri: values.backchannelLogoutUri || null,
    refreshTtlSeconds: numberOf(values.refreshTtlSeconds),
  } as Settings;
}

/** The fields that creating and changing share. */
type Settings = Omit<InputOf<'adminApplications.update'>, 'id' | 'name'>;

/** Returns only what differs from the application: most fields need a recent login when they are sent. */
export const changesOf = (before: Application, after: object): object =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Application]),
    ),
  );

type FieldsProps = { kind: Kind; choices: Choices; of?: Application | undefined };

export function Fields({ kind, choices, of }: FieldsProps) {
  const { tenants } = choices;
  const isForPeople = kind !== 'machine';
  return (
    <>
      {isForPeople && (
        <>
          <TextArea
            name="redirectUris"
            label={say('redirectUris')}
            hint={say('redirectUrisHint')}
            value={of?.redirectUris.join('\n') ?? ''}
            rows={2}
          />
          <TextArea
            name="postLogoutRedirectUris"
            label={say('postLogoutRedirectUris')}
            hint={say('postLogoutRedirectUrisHint')}
            value={of?.postLogoutRedirectUris.join('\n') ?? ''}
            rows={2}
            isOptional
          />
          <Field
            name="backchannelLogoutUri"
            type="url"
            label={say('backchannelLogoutUri')}
            hint={say('backchannelLogoutUriHint')}
            value={of?.backchannelLogoutUri ?? ''}
            maxLength={1024}
            isOptional
          />
          <Check
            name="refresh"
            label={say('refresh')}
            hint={say('refreshHint')}
            isChecked={of?.grants.includes('refresh_token') ?? true}
          />
          {kind === 'server' && (
            <Check
              name="omitsPkce"
              label={say('omitsPkce')}
              hint={say('omitsPkceHint')}
              isChecked={of?.pkce === 'optional'}
            />
          )}
        </>
      )}
      {!isForPeople && <Roles roles={choices.roles} />}
      <Rights kind={kind} of={of} />
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
      <Field
        name="accessTtlSeconds"
        type="number"
        label={say('accessTtlSeconds')}
        hint={say('accessTtlSecondsHint')}
        value={of?.accessTtlSeconds ?? ''}
        min={5}
        max={900}
        isOptional
      />
      {isForPeople && (
        <Field
          name="refreshTtlSeconds"
          type="number"
          label={say('refreshTtlSeconds')}
          hint={say('refreshTtlSecondsHint')}
          value={of?.refreshTtlSeconds ?? ''}
          min={10}
          max={2_592_000}
          isOptional
        />
      )}
    </>
  );
}

/** What an application may have, and how it proves itself. */
function Rights({ kind, of }: Omit<FieldsProps, 'choices'>) {
  const check = (name: 'accountByDefault' | 'requiresDpop' | 'requiresPar' | 'refusesSecrets') => (
    <Check name={name} label={say(name)} hint={say(`${name}Hint`)} isChecked={of?.[name] ?? false} />
  );
  const isForPeople = kind !== 'machine';
  return (
    <>
      {isForPeople && (
        <>
          <Select
            name="party"
            label={say('party')}
            hint={say('partyHint')}
            options={(['first', 'third'] as const).map((each) => [each, say(`party-${each}`)] as const)}
            value={of?.party ?? 'first'}
          />
          <Field
            name="scopes"
            label={say('scopes')}
            hint={say('scopesHint')}
            value={of?.scopes?.join(' ') ?? ''}
            maxLength={1024}
            isOptional
          />
          {check('accountByDefault')}
          {check('requiresPar')}
        </>
      )}
      {check('requiresDpop')}
      {(kind === 'server' || kind === 'machine') && check('refusesSecrets')}
    </>
  );
}

/** The roles that applications can have, or `undefined` until they are known. */
function useRoles(): readonly Pick[] | undefined {
  return useRead('adminRoles.list', {}).data?.data.map(({ id, name, tenant }) => ({
    value: id,
    title: name,
    hint: tenant?.name ?? shared('allTenants'),
  }));
}

function Roles({ roles }: { roles: Signal<readonly Pick[]> }) {
  const known = useRoles() ?? [];
  const ids = roles.value.map(({ value }) => value);
  return (
    <div class="tight">
      <Combobox
        label={say('addRole')}
        search={(text) => matching(known.filter(({ value }) => !ids.includes(value)))(text)}
        onPick={(role) => {
          roles.value = [...roles.value, role];
        }}
      />
      <p class="hint">{say('rolesHint')}</p>
      {ids.length > 0 && (
        <Chips
          label={say('roles')}
          chips={roles.value}
          onRemove={({ value }) => {
            roles.value = roles.value.filter((each) => each.value !== value);
          }}
        />
      )}
    </div>
  );
}

/** Returns what an application has, with the names of its tenants and roles, or `undefined` until they are known. */
export function useNamed({ tenantIds, roleIds }: Application) {
  const tenants = useTenants();
  const roles = useRoles();
  if ((tenantIds && !tenants) || (roleIds.length && !roles)) return undefined;
  return { tenants: tenantIds && picksOf(tenantIds, tenants), roles: picksOf(roleIds, roles) };
}
