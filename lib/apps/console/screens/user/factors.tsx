// How a user proves who they are: password, second factor, authenticator apps, trusted devices, identity providers.
import {
  Act,
  Asks,
  actionsColumn,
  Badge,
  Check,
  common,
  Dialog,
  Facts,
  Field,
  Form,
  may,
  Opens,
  Panel,
  Table,
  Time,
  toast,
} from '../../kit.ts';
import { Passkeys } from './passkeys.tsx';
import { type Details, type PartProps, say } from './words.ts';

/** The details were read before. */
const READ = { problem: undefined, isLoading: false, isStale: false, reload: async () => {} };

type ListProps<T> = Omit<Parameters<typeof Table<T>>[0], 'read' | 'none'> & { none: string };

/** A table, or one line if there is nothing in it. */
const List = <T,>({ none, ...table }: ListProps<T>) =>
  table.rows?.length ? <Table {...table} read={READ} /> : <p class="hint">{none}</p>;

export const Factors = (props: PartProps) => (
  <>
    <div class="two">
      <SecondFactor {...props} />
      <Password {...props} />
    </div>
    <Authenticators {...props} />
    <Passkeys {...props} />
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
  return (
    <Panel title={say('password')}>
      <p>{say(hasPassword(details) ? 'passwordHas' : 'passwordNone')}</p>
      {may('operate') && (
        <div class="doings">
          <Opens text={say('setPassword')}>
            {(close) => (
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
          </Opens>
        </div>
      )}
    </Panel>
  );
}

function Authenticators({ details: { user, mfa } }: PartProps) {
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
            title: common('name'),
            cell: ({ deviceName, verified }) => (
              <>
                {deviceName} {!verified && <Badge>{say('notSetUp')}</Badge>}
              </>
            ),
          },
          { key: 'created', title: say('setUp'), cell: ({ createdAt }) => <Time at={createdAt} /> },
          { key: 'used', title: say('lastUsed'), cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
          ...actionsColumn(may('operate'), (device: Details['mfa']['totpDevices'][number]) => (
            <Asks
              text={say('remove')}
              label={`${say('remove')}: ${device.deviceName}`}
              class="plain"
              title={say('removeTitle', { name: device.deviceName })}
              operation="adminUsers.removeTotpDevice"
              input={{ id: user.id, deviceId: device.id }}
              onDone={() => toast(say('removed', { name: device.deviceName }))}
            >
              {say('removeLead')}
            </Asks>
          )),
        ]}
      />
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
          ...actionsColumn(may('operate'), (identity: Details['identities'][number]) => (
            <Asks
              text={say('unlink')}
              label={`${say('unlink')}: ${identity.provider}`}
              class="plain"
              title={say('unlinkTitle', { name: identity.provider })}
              operation="adminUsers.unlinkIdentity"
              input={{ id: user.id, identityId: identity.id }}
              onDone={() => toast(say('unlinked', { name: identity.provider }))}
            >
              {say('unlinkLead')}
            </Asks>
          )),
        ]}
      />
    </Panel>
  );
}
