// The settings of an application in a form, for creating and changing it.
import { type Signal, useSignal } from '@preact/signals';
import { DEVICE_GRANT, JWT_BEARER, TOKEN_EXCHANGE } from '../../../../contract/grant-types.ts';
import { applicationTexts } from '../../../../contract/texts/application.ts';
import {
  Check,
  Chips,
  Combobox,
  Field,
  type InputOf,
  type Pick,
  type ReplyOf,
  Select,
  textsOf,
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

const texts = textsOf('application', applicationTexts);
/** The fields that such an application can have. */
const namesFor = (kind: Kind) =>
  texts.names.filter((name) => {
    const { kinds }: { as: string; kinds?: readonly Kind[] } = applicationTexts[name];
    return kinds?.includes(kind) ?? true;
  });

/** The grants that an application has only if an admin says so: the check of each, and the kinds that can have it. */
const CHOSEN = [
  [TOKEN_EXCHANGE, 'acts', ['machine']],
  [JWT_BEARER, 'agent', ['server', 'machine']],
  [DEVICE_GRANT, 'device', ['native', 'server']],
] as const satisfies [string, string, readonly Kind[]][];
const chosenFor = (kind: Kind) => CHOSEN.filter(([, , kinds]) => kinds.some((each) => each === kind));
const chosenIn = (kind: Kind, values: Values) =>
  chosenFor(kind).flatMap(([grant, name]) => (values[name] ? [grant] : []));

/** Returns what is sent. Throws what the form shows beside the field. */
export function settingsOf(kind: Kind, values: Values, { tenants, roles }: Choices) {
  if (tenants.value?.length === 0) throw new WrongField('reach', say('noTenant'));
  const settings = {
    ...texts.sent(values, namesFor(kind)),
    tenantIds: tenants.value?.map(({ value }) => value) ?? null,
  };
  if (kind === 'machine')
    return {
      ...settings,
      roleIds: roles.value.map(({ value }) => value),
      grants: ['client_credentials', ...chosenIn(kind, values)],
    } as Settings;
  const scopes = (values.scopes ?? '').split(/\s+/).filter(Boolean);
  return {
    ...settings,
    party: values.party,
    scopes: scopes.length ? scopes : null,
    ...(kind === 'server' && { pkce: values.omitsPkce ? 'optional' : 'required' }),
    grants: ['authorization_code', ...(values.refresh ? ['refresh_token'] : []), ...chosenIn(kind, values)],
  } as Settings;
}

/** The fields that creating and changing share. */
type Settings = Omit<InputOf<'adminApplications.update'>, 'id' | 'name'>;

type FieldsProps = { kind: Kind; choices: Choices; of?: Application | undefined };

export function Fields({ kind, choices, of }: FieldsProps) {
  const { tenants } = choices;
  const isForPeople = kind !== 'machine';
  const inputs = (...as: readonly string[]) =>
    namesFor(kind)
      .filter((name) => as.includes(applicationTexts[name].as))
      .map((name) => <texts.Input key={name} name={name} value={of?.[name]} />);
  return (
    <>
      {inputs('text', 'lines', 'url')}
      {isForPeople && (
        <>
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
      {chosenFor(kind).map(([grant, name]) => (
        <Check
          key={name}
          name={name}
          label={say(name)}
          hint={say(`${name}Hint`)}
          isChecked={of?.grants.includes(grant) ?? false}
        />
      ))}
      {isForPeople && <Rights of={of} />}
      {inputs('check')}
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
      {inputs('seconds')}
    </>
  );
}

/** What an application for people may have. */
const Rights = ({ of }: { of?: Application | undefined }) => (
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
  </>
);

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
