// Shows and sets how people with an address of a domain join the organization.
import { Dialog } from '../../kit/dialog.tsx';
import { Form } from '../../kit/form.tsx';
import { Problem } from '../../kit/problem.tsx';
import { useListed } from '../account/listed.ts';
import { said } from '../account/me.ts';
import { api } from '../ui/api.ts';
import { Action } from '../ui/form.tsx';
import { say } from '../words/domains.ts';
import { changed, type Join, type RowProps, refuseJoin } from './domain-changes.ts';
import { Choice } from './filter.tsx';
import { may } from './own.ts';
import type { Role } from './role-choice.tsx';

/** Says how people join. A role that the person cannot see has no name. */
export function titleOf({ policy, roleId, provider }: Join, roles: readonly Role[]): string {
  if (policy === 'invitation') return say('joinAsAny');
  if (policy === 'request') return say('joinRequest');
  if (policy === 'sso') return say('joinSso', { name: provider ?? '' });
  const name = roles.find(({ id }) => id === roleId)?.name;
  return name === undefined ? say('joinRoleOther') : say('joinRole', { name });
}

/** A policy as the value of a choice, and back. Neither ids nor names of providers have a space. */
const choiceOf = ({ policy, roleId, provider }: Join): string => [policy, roleId ?? provider].filter(Boolean).join(' ');
function joinOf(value: string): Join {
  const [policy, what = ''] = value.split(' ');
  if (policy === 'role') return { policy, roleId: what };
  if (policy === 'sso') return { policy, provider: what };
  return { policy: policy as 'invitation' | 'request' };
}

export function JoinPolicy({ onClose, ...props }: RowProps & { onClose: () => void }) {
  const { of: shown, roles, show } = props;
  const { domain, join } = shown;
  const { items, problem } = useListed(async () =>
    may('organization.sso') ? (await api.organization.providers()).providers : [],
  );
  const joins: readonly Join[] = [
    { policy: 'invitation' },
    { policy: 'request' },
    ...roles.filter(({ mayGive }) => mayGive).map(({ id }) => ({ policy: 'role' as const, roleId: id })),
    ...(items.value ?? []).map(({ name }) => ({ policy: 'sso' as const, provider: name })),
  ];
  const value = choiceOf(join);
  // A choice that the person could not make is shown while it is the current one.
  const all = joins.some((each) => choiceOf(each) === value) ? joins : [...joins, join];
  return (
    <Dialog title={domain} lead={say('joinLead', { name: domain })} onClose={onClose}>
      <Problem error={problem.value} />
      <Form
        submit={say('save')}
        isDisabled={!items.value}
        onSubmit={async ({ join: chosen = '' }) => {
          if (chosen !== value) {
            const call = () => api.organization.updateDomain({ domain, join: joinOf(chosen) });
            const after = await changed(props, call).catch(refuseJoin);
            if (after) {
              show(domain, after);
              said.value = say('joinSaved', { name: domain });
            }
          }
          onClose();
        }}
        beside={() => (
          <Action class="second" onClick={onClose}>
            {say('cancel')}
          </Action>
        )}
      >
        {items.value ? (
          <Choice
            name="join"
            label={say('joinTitle')}
            hint={say('joinHint')}
            options={all.map((each) => [choiceOf(each), titleOf(each, roles)] as const)}
            value={value}
          />
        ) : (
          !problem.value && <div class="skeleton" aria-busy="true" />
        )}
      </Form>
    </Dialog>
  );
}
