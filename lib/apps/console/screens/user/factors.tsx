// How a user proves who they are: password, second factor, authenticator apps, trusted devices, identity providers.
import { useSignal } from '@preact/signals';
import {
  Act,
  Badge,
  Check,
  Confirm,
  common,
  Dialog,
  Facts,
  Field,
  Form,
  may,
  Panel,
  Table,
  Time,
  toast,
} from '../../kit.ts';
import { type Details, type PartProps, say } from './words.ts';

/** The details were read before. */
const READ = { problem: undefined, isLoading: false, isStale: false, reload: async () => {} };

type ListProps<T> = Omit<Parameters<typeof Table<T>>[0], 'read' | 'empty'> & { none: string };

/** A table, or one line if there is nothing in it. */
const List = <T,>({ none, ...table }: ListProps<T>) =>
  table.rows?.length ? <Table {...table} read={READ} empty={null} /> : <p class="hint">{none}</p>;

/** A button that opens a dialog, in the last column. */
const opens = (label: string, name: string, open: () => void) => (
  <button type="button" class="plain" aria-label={`${label}: ${name}`} onClick={open}>
    {label}
  </button>
);

export const Factors = (props: PartProps) => (
  <>
    <div class="two">
      <SecondFactor {...props} />
      <Password {...props} />
    </div>
    <Authenticators {...props} />
    <TrustedDevices {...props} />
    <Identities {...props} />
  </>
);

function SecondFactor({ details: { user, mfa, loginCapabilities } }: PartProps) {
  const { requiredForAll } = loginCapabilities.mfa;
  const isRequired = user.isMfaEnabled;
  return (
    <Panel title={say('secondFactor')}>
      <Facts
        of={[
          [say('required'), say(requiredForAll ? 'requiredTenant' : isRequired ? 'requiredUser' : 'requiredNo')],
          [say('methods'), mfa.enabledMethods.map((method) => say(`method-${method}`)).join(', ') || null],
          [say('recoveryCodes'), say(mfa.hasRecoveryCode ? 'recoveryYes' : 'recoveryNo')],
        ]}
      />
      <div class="doings">
        <Act
          operation="adminUsers.update"
          input={{ id: user.id, isMfaEnabled: !isRequired }}
          onDone={() => toast(say(isRequired ? 'requirementGone' : 'requirementOn'))}
        >
          {say(isRequired ? 'dontRequire' : 'requireIt')}
        </Act>
        {may('operate') && <span class="hint">{say('requireItLead')}</span>}
      </div>
    </Panel>
  );
}

const hasPassword = ({ loginCapabilities: { email, phone } }: Details): boolean =>
  email.canPasswordLogin || phone.canPasswordLogin;

function Password({ details, name }: PartProps) {
  const isOpen = useSignal(false);
  const close = (): void => {
    isOpen.value = false;
  };
  return (
    <Panel title={say('password')}>
      <p>{say(hasPassword(details) ? 'passwordHas' : 'passwordNone')}</p>
      {may('operate') && (
        <div class="doings">
          <button
            type="button"
            class="second"
            onClick={() => {
              isOpen.value = true;
            }}
          >
            {say('setPassword')}
          </button>
        </div>
      )}
      {isOpen.value && (
        <Dialog title={`${say('setPassword')}: ${name}`} lead={say('setPasswordLead')} onClose={close}>
          <Form
            operation="adminUsers.update"
            input={({ password = '', mustChange }) => ({
              id: details.user.id,
              password,
              mustChangePassword: mustChange === 'on',
            })}
            submit={say('setPassword')}
            isDangerous
            onDone={() => {
              close();
              toast(say('passwordSet'));
            }}
          >
            <Field
              name="password"
              type="password"
              label={common('password')}
              hint={say('passwordHint')}
              autocomplete="new-password"
              maxLength={128}
              isFocused
            />
            <Check name="mustChange" label={say('mustChange')} isChecked />
          </Form>
        </Dialog>
      )}
    </Panel>
  );
}

function Authenticators({ details: { user, mfa } }: PartProps) {
  const removing = useSignal<Details['mfa']['totpDevices'][number] | undefined>(undefined);
  return (
    <Panel title={say('authenticators')}>
      <List
        none={say('authenticatorsNone')}
        name="user-authenticators"
        caption={say('authenticators')}
        rows={mfa.totpDevices}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            title: say('name'),
            cell: ({ deviceName, verified }) => (
              <>
                {deviceName} {!verified && <Badge>{say('notSetUp')}</Badge>}
              </>
            ),
          },
          { key: 'created', title: say('setUp'), cell: ({ createdAt }) => <Time at={createdAt} /> },
          { key: 'used', title: say('lastUsed'), cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
          ...(may('operate')
            ? [
                {
                  key: 'actions',
                  title: common('actions'),
                  cell: (device: Details['mfa']['totpDevices'][number]) =>
                    opens(say('remove'), device.deviceName, () => {
                      removing.value = device;
                    }),
                },
              ]
            : []),
        ]}
      />
      {removing.value && (
        <Confirm
          title={say('removeTitle', { name: removing.value.deviceName })}
          operation="adminUsers.removeTotpDevice"
          input={{ id: user.id, deviceId: removing.value.id }}
          submit={say('remove')}
          onClose={() => {
            removing.value = undefined;
          }}
          onDone={() => toast(say('removed', { name: removing.value?.deviceName ?? '' }))}
        >
          {say('removeLead')}
        </Confirm>
      )}
    </Panel>
  );
}

const TrustedDevices = ({ details: { trustedDevices } }: PartProps) => (
  <Panel title={say('trusted')} lead={say('trustedLead')}>
    <List
      none={say('trustedNone')}
      name="user-trusted"
      caption={say('trusted')}
      rows={trustedDevices}
      idOf={({ id }) => id}
      columns={[
        { key: 'device', title: say('device'), cell: ({ userAgent }) => userAgent },
        { key: 'address', title: say('address'), cell: ({ ipAddress }) => <code>{ipAddress}</code> },
        { key: 'used', title: say('lastUsed'), cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
        { key: 'ends', title: say('trustEnds'), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
      ]}
    />
  </Panel>
);

function Identities({ details: { user, identities } }: PartProps) {
  const unlinking = useSignal<Details['identities'][number] | undefined>(undefined);
  return (
    <Panel title={say('identities')} lead={say('identitiesLead')}>
      <List
        none={say('identitiesNone')}
        name="user-identities"
        caption={say('identities')}
        rows={identities}
        idOf={({ id }) => id}
        columns={[
          { key: 'provider', title: say('provider'), cell: ({ provider }) => provider },
          { key: 'id', title: say('providerId'), cell: ({ providerId }) => <code>{providerId}</code> },
          { key: 'linked', title: say('linked'), cell: ({ createdAt }) => <Time at={createdAt} /> },
          ...(may('operate')
            ? [
                {
                  key: 'actions',
                  title: common('actions'),
                  cell: (identity: Details['identities'][number]) =>
                    opens(say('unlink'), identity.provider, () => {
                      unlinking.value = identity;
                    }),
                },
              ]
            : []),
        ]}
      />
      {unlinking.value && (
        <Confirm
          title={say('unlinkTitle', { name: unlinking.value.provider })}
          operation="adminUsers.unlinkIdentity"
          input={{ id: user.id, identityId: unlinking.value.id }}
          submit={say('unlink')}
          onClose={() => {
            unlinking.value = undefined;
          }}
          onDone={() => toast(say('unlinked', { name: unlinking.value?.provider ?? '' }))}
        >
          {say('unlinkLead')}
        </Confirm>
      )}
    </Panel>
  );
}
