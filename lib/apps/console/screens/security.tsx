// The account of the admin who is signed in: what they are, authenticator, password, sessions.
import { useSignal } from '@preact/signals';
import type { TotpSetup } from '../../../packages/client/index.ts';
import {
  Act,
  Asks,
  Badge,
  begin,
  CodeField,
  common,
  Dialog,
  Facts,
  Field,
  Form,
  Item,
  lazy,
  leave,
  me,
  mustEnrol,
  Panel,
  Problem,
  Screen,
  Skeleton,
  Time,
  toast,
  Username,
  useConfig,
  useRead,
} from '../kit.ts';
import { say } from './security/words.ts';

const Passkeys = lazy(async () => (await import('./security/passkeys.tsx')).Passkeys);

/** What an admin has to add, by the setting of the deployment for passkeys. */
const MUST = { off: 'mustEnrol', optional: 'mustAddEither', required: 'mustAddPasskey' } as const;

export default function Security() {
  const admin = me.value;
  const passkeys = useConfig()?.passkeys ?? 'off';
  if (!admin) return null;
  return (
    <Screen title={common('security')} lead={say('lead')}>
      {mustEnrol.value && (
        <p class="notice warn" role="status">
          {say(MUST[passkeys])}
        </p>
      )}
      <div class="two">
        <div class="stack">
          <Panel title={say('who')}>
            <Facts
              of={[
                [common('email'), admin.email],
                [common('name'), admin.name],
                [common('role'), common(`role-${admin.role}`)],
                [say('reach'), admin.tenants ? say.count('tenants', admin.tenants.length) : say('deployment')],
                [say('lastLogin'), <Time key="at" at={admin.lastLoginAt} />],
              ]}
            />
          </Panel>
          {passkeys !== 'off' && <Passkeys />}
          <Authenticator />
        </div>
        {!mustEnrol.value && <Password />}
      </div>
      {/* The service refuses the rest until then. */}
      {!mustEnrol.value && <Sessions />}
    </Screen>
  );
}

function Authenticator() {
  const setup = useSignal<TotpSetup | undefined>(undefined);
  const isOn = !!me.value?.isMfaEnabled;
  return (
    <Panel
      title={say('totp')}
      lead={say(isOn ? 'totpOn' : me.value?.hasPasskey ? 'totpBeside' : 'totpOff')}
      actions={isOn ? <Badge tone="good">{say('on')}</Badge> : <Badge>{say('off')}</Badge>}
    >
      {isOn ? (
        <Asks
          text={say('removeTotp')}
          class="danger start-of-row"
          operation="adminConsole.removeTotp"
          input={{}}
          onDone={async () => {
            await begin();
            toast(say('totpRemoved'));
          }}
        >
          {say('removeTotpLead')}
        </Asks>
      ) : (
        <Act
          operation="adminConsole.setupTotp"
          input={{}}
          duty="self"
          class=""
          onDone={(reply) => {
            setup.value = reply;
          }}
        >
          {say('setUp')}
        </Act>
      )}
      {setup.value && (
        <Dialog
          title={say('setUp')}
          onClose={() => {
            setup.value = undefined;
          }}
        >
          <SetUp
            {...setup.value}
            onDone={() => {
              setup.value = undefined;
            }}
          />
        </Dialog>
      )}
    </Panel>
  );
}

function SetUp({ qrCode, secret, onDone }: TotpSetup & { onDone: () => void }) {
  return (
    <>
      <p>{say('scan')}</p>
      <img class="qr" src={qrCode} alt={say('qr')} />
      <p>
        {say('orType')} <code class="secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Form
        operation="adminConsole.verifyTotpSetup"
        input={({ otp = '' }) => ({ otp: otp.replaceAll(' ', '') })}
        submit={common('confirm')}
        onDone={async () => {
          await begin();
          onDone();
          toast(say('totpAdded'));
        }}
      >
        <CodeField label={say('digits')} hint={say('digitsHint')} />
      </Form>
    </>
  );
}

const Password = () => (
  <Panel title={common('password')} lead={say('passwordLead')}>
    <Form
      operation="adminConsole.updateAdmin"
      input={({ currentPassword, password }) => ({ id: me.value?.id ?? '', currentPassword, password })}
      submit={say('changePassword')}
      onDone={() => leave('password')}
    >
      <Username value={me.value?.email} />
      <Field
        name="currentPassword"
        type="password"
        label={say('currentPassword')}
        autocomplete="current-password"
        maxLength={128}
      />
      <Field
        name="password"
        type="password"
        label={say('newPassword')}
        hint={common('passwordHint')}
        autocomplete="new-password"
        maxLength={128}
      />
    </Form>
  </Panel>
);

function Sessions() {
  const { data, problem, reload } = useRead('adminConsole.sessions', {});
  const sessions = data?.data;
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <Panel
      title={say('sessions')}
      lead={say(others.length ? 'sessionsLead' : 'sessionsAlone')}
      actions={
        others.length > 0 && (
          <Act
            operation="adminConsole.endOtherSessions"
            input={{}}
            duty="self"
            onDone={() => toast(say('othersEnded'))}
          >
            {say('endOthers')}
          </Act>
        )
      }
    >
      <Problem error={problem} retry={reload} />
      {!sessions && !problem && <Skeleton />}
      {sessions?.map(({ id, isCurrent, isBoundToDevice, deviceName, ipAddress, lastUsedAt, createdAt }) => (
        <Item
          key={id}
          title={
            <>
              {deviceName} {isCurrent && <Badge tone="good">{say('thisOne')}</Badge>}{' '}
              {isBoundToDevice && <Badge>{say('isBound')}</Badge>}
            </>
          }
          note={
            <>
              {ipAddress} · {say('used')} <Time at={lastUsedAt} /> · {say('begun')} <Time at={createdAt} />
            </>
          }
        >
          {!isCurrent && (
            <Act
              operation="adminConsole.endSession"
              input={{ id }}
              duty="self"
              label={`${say('end')}: ${deviceName}`}
              onDone={() => toast(say('ended'))}
            >
              {say('end')}
            </Act>
          )}
        </Item>
      ))}
    </Panel>
  );
}
