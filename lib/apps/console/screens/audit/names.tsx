// Names whom an entry is about, with a link to them.
import { Link, me } from '../../kit.ts';
import { say } from './words.ts';

/** Type -> the screen of such a thing. */
const SCREENS: Readonly<Record<string, string>> = {
  user: 'users/',
  tenant: 'tenants/',
  role: 'roles/',
  application: 'applications/',
  admin: 'admins?admin=',
};
const NAMED = [
  'admin',
  'user',
  'application',
  'tenant',
  'role',
  'permission',
  'protected-resource',
  'invitation',
  'secretKey',
  'stranger',
  'system',
] as const;

/** Returns a name of the type that people read. Types without one are called as they are recorded. */
const titleOf = (type: string): string => {
  const known = NAMED.find((each) => each === type);
  return known ? say(`type-${known}`) : type.replace(/[_-]/g, ' ').replace(/^./, (first) => first.toUpperCase());
};

/** `isShort`: for a list, where ids would take several lines. */
type ThingProps = { type: string; id: string | null; name: string | null; isShort?: boolean };

/** Ids of users are 50 characters long, and their ends differ. */
const shortOf = (id: string): string => (id.length > 16 ? `${id.slice(0, 4)}…${id.slice(-6)}` : id);

export function Thing({ type, id, name, isShort = false }: ThingProps) {
  if (!id) return <>{titleOf(type)}</>;
  if (id === me.value?.id) return <>{say('you')}</>;
  const [to = '', parameter] = (SCREENS[type] ?? '').split('?');
  // Who is gone has no screen.
  const isLinked = to && name !== null;
  const code = isShort ? (
    <code title={id} class="no-break">
      {shortOf(id)}
    </code>
  ) : (
    <code>{id}</code>
  );
  const text = name ? <span title={id}>{name}</span> : code;
  return (
    <>
      {titleOf(type)}{' '}
      {isLinked ? (
        <Link to={parameter ? to : to + id} query={parameter ? { admin: id } : {}}>
          {text}
        </Link>
      ) : (
        text
      )}
      {name && !isShort && <> {code}</>}
      {!name && type === 'user' && <span class="hint"> {say('gone')}</span>}
    </>
  );
}
