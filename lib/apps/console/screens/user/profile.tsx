// The fields of a user that an admin may change.
import {
  Check,
  changed,
  common,
  Facts,
  Field,
  Form,
  type InputOf,
  may,
  metadataOf,
  Panel,
  TextArea,
  Time,
  toast,
  type Values,
} from '../../kit.ts';
import { FURTHER, texts } from '../people/texts.ts';
import { shared } from '../people/words.ts';
import { Tenant } from './tenant.tsx';
import { type Details, type PartProps, say } from './words.ts';

type Update = InputOf<'adminUsers.update'>;
type User = Details['user'];

const textOf = (metadata: object): string => JSON.stringify(metadata, null, 2);

/** Only what was changed: an address that is sent is one that needs a recent login. */
function changesOf(user: User, values: Values): Update {
  const text = (name: string): string | null => values[name]?.trim() || null;
  const isOn = (name: string): boolean => values[name] === 'on';
  return {
    id: user.id,
    name: text('name'),
    ...changed(user, {
      ...texts.sent(values),
      email: text('email'),
      phone: text('phone'),
      ...(user.email !== null && { emailLoginEnabled: isOn('emailLoginEnabled') }),
      ...(user.phone !== null && { phoneLoginEnabled: isOn('phoneLoginEnabled') }),
    }),
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
          [common('id'), <code key="id">{user.id}</code>],
          [common('tenant'), <Tenant key="tenant" user={user} />],
          [common('email'), user.email && <Address key="email" text={user.email} at={user.emailVerifiedAt} />],
          [common('phone'), user.phone && <Address key="phone" text={user.phone} at={user.phoneVerifiedAt} />],
          ...texts.names.map((name) => [texts.titleOf(name), user[name]] as const),
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
      <texts.Input name="name" value={user.name} />
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
        label={common('phone')}
        value={user.phone ?? ''}
        hint={shared('phoneHint')}
        maxLength={40}
        isOptional
      />
      {user.phone !== null && (
        <Check name="phoneLoginEnabled" label={say('phoneLogin')} isChecked={user.phoneLoginEnabled} />
      )}
      {FURTHER.map((name) => (
        <texts.Input key={name} name={name} value={user[name]} />
      ))}
      <TextArea
        name="metadata"
        label={common('metadata')}
        hint={say('metadataHint')}
        value={textOf(user.metadata)}
        rows={5}
        isOptional
      />
    </Form>
  </Panel>
);
