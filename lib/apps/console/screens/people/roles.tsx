// Chooses roles of users.
import type { Signal } from '@preact/signals';
import { Chips, Combobox, may, type Pick, useRead } from '../../kit.ts';
import { shared } from './words.ts';

/** Users have roles of this guard (lib/domain/access/grants.ts). */
const GUARD = 'web';

/** The roles that users of a tenant can have, or of all tenants. Without `mayRead`, none is known. */
export function useRoles(tenantId: string | undefined, isWanted = true) {
  const input = { guard: GUARD, ...(tenantId ? { tenantId } : {}) };
  return useRead('adminRoles.list', isWanted && may('read') ? input : undefined).data?.data;
}

type RoleSearchProps = { tenantId: string; chosen: readonly string[]; onPick: (role: Pick) => void };

/** Finds a role of the tenant that is not chosen yet. */
export function RoleSearch({ tenantId, chosen, onPick }: RoleSearchProps) {
  const roles = useRoles(tenantId, !!tenantId) ?? [];
  return (
    <Combobox
      label={shared('addRole')}
      search={(text) =>
        roles
          .filter(({ id, name }) => !chosen.includes(id) && name.toLocaleLowerCase().includes(text.toLocaleLowerCase()))
          .slice(0, 50)
          .map(({ id, name, tenantId: own }) => ({
            value: id,
            title: name,
            hint: shared(own ? 'rolesOfTenant' : 'rolesOfAll'),
          }))
      }
      onPick={onPick}
    />
  );
}

/** Several roles in a form. Nothing until the tenant is chosen. */
export function RolesField({ tenantId, chosen }: { tenantId: string; chosen: Signal<readonly Pick[]> }) {
  if (!tenantId || !may('read')) return null;
  return (
    <div class="tight">
      <RoleSearch
        tenantId={tenantId}
        chosen={chosen.value.map(({ value }) => value)}
        onPick={(role) => {
          chosen.value = [...chosen.value, role];
        }}
      />
      <p class="hint">{shared('rolesHint')}</p>
      {chosen.value.length > 0 && (
        <Chips
          label={shared('role')}
          chips={chosen.value}
          onRemove={({ value }) => {
            chosen.value = chosen.value.filter((each) => each.value !== value);
          }}
        />
      )}
    </div>
  );
}
