// An admin: what they may do, and what an owner can do about them.
import { useSignal } from '@preact/signals';
import {
  Act,
  begin,
  Confirm,
  common,
  Dialog,
  Facts,
  Field,
  Form,
  Link,
  may,
  me,
  type Pick,
  Time,
  toast,
} from '../../kit.ts';
import { picksOf, Tenants, useTenants } from '../access/tenants.tsx';
import { type Admin, isOwner } from './list.tsx';
import { type Role, ScopeFields, sentScope } from './scope.tsx';
import { say } from './words.ts';

type AdminProps = { admin: Admin; all: readonly Admin[]; onClose: () => void };

export function AdminDialog({ admin, all, onClose }: AdminProps) {
  const asked = useSignal<'totp' | 'passkeys' | 'delete' | undefined>(undefined);
  const tenants = useTenants();
  const { id, email } = admin;
  const isSelf = id === me.value?.id;
  const back = (): void => {
    asked.value = undefined;
  };
  if (asked.value === 'totp')
    return (
      <Confirm
        title={say('removeTotp')}
        name={email}
        operation="adminConsole.removeAdminTotp"
        input={{ id }}
        submit={say('removeTotp')}
        onClose={back}
        onDone={() => toast(say('removedTotp', { email }))}
      >
        {say('removeTotpLead')}
      </Confirm>
    );
  if (asked.value === 'passkeys')
    return (
      <Confirm
        title={say('removePasskeys')}
        name={email}
        operation="adminConsole.removeAdminPasskeys"
        input={{ id }}
        submit={say('removePasskeys')}
        onClose={back}
        onDone={() => toast(say('removedPasskeys', { email }))}
      >
        {say('removePasskeysLead')}
      </Confirm>
    );
  if (asked.value === 'delete')
    return (
      <Confirm
        title={say('delete')}
        name={email}
        operation="adminConsole.removeAdmin"
        input={{ id }}
        submit={common('delete')}
        onClose={back}
        onDone={() => {
          onClose();
          toast(say('deleted', { email }));
        }}
      >
        {say('deleteLead')}
      </Confirm>
    );
  const isLast = isSelf && isOwner(admin) && !all.some((each) => each.id !== id && isOwner(each));
  return (
    <Dialog title={email} onClose={onClose}>
      <Facts
        of={[
          [common('role'), common(`role-${admin.role}`)],
          [say('reach'), admin.tenants ? <Tenants key="tenants" ids={admin.tenants} /> : say('reach-all')],
          [say('factor'), say(admin.isMfaEnabled ? 'on' : 'off')],
          [say('passkeys'), say(admin.hasPasskey ? 'on' : 'off')],
          [say('locked'), say(admin.isLocked ? 'isLocked' : 'isOpen')],
          [say('lastLogin'), <Time key="login" at={admin.lastLoginAt} />],
          [common('created'), <Time key="created" at={admin.createdAt} />],
          [common('id'), <code key="id">{id}</code>],
        ]}
      />
      <p>
        <Link to="audit" query={{ actorId: id }}>
          {say('activity')}
        </Link>
      </p>
      {isSelf && <p class="notice warn">{say(isLast ? 'last' : 'self')}</p>}
      {(may('own') || isSelf) && (tenants || !admin.tenants) && (
        <Change
          key={id}
          admin={admin}
          tenants={admin.tenants && picksOf(admin.tenants, tenants)}
          isSelf={isSelf}
          onClose={onClose}
        />
      )}
      {may('own') && !isSelf && (
        <div class="doings">
          {admin.isLocked && (
            <Act
              operation="adminConsole.unlockAdmin"
              input={{ id }}
              duty="own"
              class="plain"
              onDone={() => toast(say('unlocked', { email }))}
            >
              {say('unlock')}
            </Act>
          )}
          {admin.isMfaEnabled && (
            <button
              type="button"
              class="danger"
              onClick={() => {
                asked.value = 'totp';
              }}
            >
              {say('removeTotp')}
            </button>
          )}
          {admin.hasPasskey && (
            <button
              type="button"
              class="danger"
              onClick={() => {
                asked.value = 'passkeys';
              }}
            >
              {say('removePasskeys')}
            </button>
          )}
          <button
            type="button"
            class="danger"
            onClick={() => {
              asked.value = 'delete';
            }}
          >
            {say('delete')}
          </button>
        </div>
      )}
    </Dialog>
  );
}

type ChangeProps = { admin: Admin; tenants: readonly Pick[] | null; isSelf: boolean; onClose: () => void };

function Change({ admin, tenants, isSelf, onClose }: ChangeProps) {
  const scope = { role: useSignal<Role>(admin.role), tenants: useSignal<readonly Pick[] | null>(tenants) };
  return (
    <Form
      operation="adminConsole.updateAdmin"
      input={({ name }) => ({ id: admin.id, name: name || null, ...(isSelf ? {} : sentScope(scope)) })}
      submit={common('save')}
      codes={{ ADMIN_LAST_REMAINING: { field: 'role', text: say('lastOwner') } }}
      onDone={async ({ admin: { email } }) => {
        if (isSelf) await begin();
        onClose();
        toast(say('saved', { email }));
      }}
    >
      <Field name="name" label={common('name')} value={admin.name ?? ''} maxLength={120} isOptional />
      {!isSelf && <ScopeFields {...scope} />}
      {!isSelf && <p class="hint">{say('savedLead')}</p>}
    </Form>
  );
}
