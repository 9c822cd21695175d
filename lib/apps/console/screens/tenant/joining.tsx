// Says how people with an address of a domain join, and lets the admin change it.
import { useSignal } from '@preact/signals';
import { common, Dialog, every, Form, type ReplyOf, Select, toast } from '../../kit.ts';
import { useRoles } from '../people/roles.tsx';
import { say } from './setup-words.ts';
import type { PartProps } from './words.ts';

export type TenantDomain = ReplyOf<'adminTenants.domains'>['domains'][number];
type Join = TenantDomain['join'];
type Roles = readonly { id: string; name: string }[];

/** Returns the policy as a sentence. A role that is not known is called by its id. */
export function joinTextOf({ policy, roleId, provider }: Join, roles: Roles): string {
  if (policy === 'role') return say('joinRole', { name: roles.find(({ id }) => id === roleId)?.name ?? roleId ?? '' });
  return policy === 'sso' ? say('joinProvider', { name: provider ?? '' }) : say(`join-${policy}`);
}

const POLICIES = every<Join['policy']>({ invitation: 0, role: 0, request: 0, sso: 0 });

type JoiningProps = PartProps & { of: TenantDomain; onClose: () => void };

export function Joining({ tenant, of: { domain, join }, onClose }: JoiningProps) {
  const policy = useSignal(join.policy);
  const roles = useRoles(tenant.id) ?? [];
  const { ssoProviders: providers = [] } = tenant.settings;
  const isImpossible = (policy.value === 'role' && !roles.length) || (policy.value === 'sso' && !providers.length);
  return (
    <Dialog
      title={say('changeJoiningOf', { name: domain })}
      lead={say('joiningLead', { name: domain })}
      onClose={onClose}
    >
      <Form
        operation="adminTenants.updateDomain"
        input={({ roleId = '', provider = '' }) => ({
          id: tenant.id,
          domain,
          join: {
            policy: policy.value,
            ...(policy.value === 'role' && { roleId }),
            ...(policy.value === 'sso' && { provider }),
          },
        })}
        submit={common('save')}
        isDisabled={isImpossible}
        codes={{
          ROLE_NOT_FOUND: { field: 'roleId', text: say('roleGone') },
          PROVIDER_NOT_FOUND: { field: 'provider', text: say('providerGone') },
        }}
        onDone={() => {
          onClose();
          toast(say('joiningSaved', { name: domain }));
        }}
      >
        <Select
          name="policy"
          label={say('joining')}
          hint={say(`join-${policy.value}?`)}
          value={policy.value}
          options={POLICIES.map((each) => [each, say(`join-${each}`)])}
          onChange={(value) => {
            policy.value = value as Join['policy'];
          }}
        />
        {policy.value === 'role' && roles.length > 0 && (
          <Select
            name="roleId"
            label={say('role')}
            value={join.roleId}
            options={roles.map(({ id, name }) => [id, name])}
          />
        )}
        {policy.value === 'sso' && providers.length > 0 && (
          <Select
            name="provider"
            label={say('provider')}
            value={join.provider}
            options={providers.map(({ name }) => [name, name])}
          />
        )}
        {isImpossible && <p class="hint">{say(policy.value === 'role' ? 'noRole' : 'noProviderYet')}</p>}
      </Form>
    </Dialog>
  );
}
