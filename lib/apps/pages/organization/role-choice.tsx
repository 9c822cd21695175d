// The roles that a person can be given, as boxes to tick.
import type { Values } from '../../kit/form.tsx';
import type { api } from '../ui/api.ts';
import { say } from '../words/organization.ts';

export type Role = Awaited<ReturnType<typeof api.organization.roles>>['roles'][number];

/** Before the id of a role in the name of its box. */
const ROLE = 'role ';

/** Returns the ids of the roles that are ticked in a form. */
export const chosenIn = (values: Values): string[] =>
  Object.keys(values).flatMap((each) => (each.startsWith(ROLE) ? [each.slice(ROLE.length)] : []));

/** A role that the person could not give is shown, and cannot be ticked. */
export const RoleChoice = ({ roles, chosen = [] }: { roles: readonly Role[]; chosen?: readonly string[] }) => (
  <fieldset class="scope-choice">
    <legend>{say('roles')}</legend>
    {!roles.length && <p class="hint">{say('noRoles')}</p>}
    {roles.map(({ id, name, isActive, mayGive }) => (
      <label key={id} class="check">
        <input type="checkbox" name={`${ROLE}${id}`} defaultChecked={chosen.includes(id)} disabled={!mayGive} />
        <span class="name">
          {name}
          {!mayGive && <small class="hint">{say('roleBeyond')}</small>}
          {mayGive && !isActive && <small class="hint">{say('roleOff')}</small>}
        </span>
      </label>
    ))}
  </fieldset>
);
