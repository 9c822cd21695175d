// The fields of a user that an admin may change.
import {
  Check,
  common,
  Facts,
  Field,
  Form,
  type InputOf,
  may,
  Panel,
  TextArea,
  Time,
  toast,
  type Values,
  WrongField,
} from '../../kit.ts';
import { TEXTS, TextField, textTitle } from '../people/texts.tsx';
import { shared } from '../people/words.ts';
import { Tenant } from './tenant.tsx';
import { type Details, type PartProps, say } from './words.ts';

type Update = InputOf<'adminUsers.update'>;
type User = Details['user'];

function metadataOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    if (typeof value === 'object' && value && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // It is said below.
  }
  throw new WrongField('metadata', say('metadataWrong'));
}

const textOf = (metadata: object): string => JSON.stringify(metadata, null, 2);

/** Only what was changed: an address that is sent is one that needs a recent login. */
function changesOf(user: User, values: Values): Update {
  const text = (name: string): string | null => values[name]?.trim() || null;
  const isOn = (name: string): boolean => values[name] === 'on';
  return {
    id: user.id,
    name: text('name'),
    ...Object.fromEntries(TEXTS.filter((name) => text(name) !== user[name]).map((name) => [name, text(name)])),
    ...(text('email') === user.email ? {} : { email: text('email') }),
    ...(text('phone') === user.phone ? {} : { phone: text('phone') }),
    ...(user.email === null || isOn('emailLoginEnabled') === user.emailLoginEnabled
      ? {}
      : { emailLoginEnabled: isOn('emailLoginEnabled') }),
    ...(user.phone === null || isOn('phoneLoginEnabled') === user.phoneLoginEnabled
      ? {}
      : { phoneLoginEnabled: isOn('phoneLoginEnabled') }),
    ...(values.metadata === textOf(user.metadata) ? {} : { metadata: metadataOf(values.metadata ?? '') }),
  };
}

const Verified = ({ at }: { at: string | null }) =>
  at ? (
    <>
      {say('verifiedAt')} <Time at={at} />
    </>
  ) : (
    say('notVerified')
  );

export const Profile = ({ details: { user } }: PartProps) => (
  <div class="two">
    {may('operate') && <Edit key={user.updatedAt} user={user} />}
    <Panel title={say('facts')}>
      <Facts
        of={[
          [say('id'), <code key="id">{user.id}</code>],
          [common('tenant'), <Tenant key="tenant" user={user} />],
          [common('email'), user.email && <Address key="email" text={user.email} at={user.emailVerifiedAt} />],
          [say('phone'), user.phone && <Address key="phone" text={user.phone} at={user.phoneVerifiedAt} />],
          ...TEXTS.map((name) => [textTitle(name), user[name]] as const),
          [common('created'), <Time key="created" at={user.createdAt} />],
          [common('updated'), <Time key="updated" at={user.updatedAt} />],
        ]}
      />
    </Panel>
  </div>
);

const Address = ({ text, at }: { text: string; at: string | null }) => (
  <>
    {text}{' '}
    <span class="hint">
      <Verified at={at} />
    </span>
  </>
);

const Edit = ({ user }: { user: User }) => (
  <Panel title={say('part-profile')} lead={say('profileLead')}>
    <Form
      operation="adminUsers.update"
      input={(values) => changesOf(user, values)}
      submit={common('save')}
      onDone={() => toast(common('saved'))}
    >
      <TextField name="name" value={user.name} />
      <Field
        name="email"
        type="email"
        label={common('email')}
        value={user.email ?? ''}
        hint={say('emailNone')}
        maxLength={254}
        isOptional
      />
      {user.email !== null && (
        <Check name="emailLoginEnabled" label={say('emailLogin')} isChecked={user.emailLoginEnabled} />
      )}
      <Field
        name="phone"
        type="tel"
        label={say('phone')}
        value={user.phone ?? ''}
        hint={shared('phoneHint')}
        maxLength={40}
        isOptional
      />
      {user.phone !== null && (
        <Check name="phoneLoginEnabled" label={say('phoneLogin')} isChecked={user.phoneLoginEnabled} />
      )}
      {TEXTS.filter((name) => name !== 'name').map((name) => (
        <TextField key={name} name={name} value={user[name]} />
      ))}
      <TextArea
        name="metadata"
        label={say('metadata')}
        hint={say('metadataHint')}
        value={textOf(user.metadata)}
        rows={5}
        isOptional
      />
    </Form>
  </Panel>
);
