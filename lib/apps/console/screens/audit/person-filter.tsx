// Filters the log by whom it is about. People are found by name or address; an id that was pasted is taken as it is.
import { Chips, Combobox, call, isOfDeployment, may, type Pick, query, setQuery } from '../../kit.ts';
import { findUsers } from '../people/find.ts';
import type { Entry } from './entry.tsx';
import { say } from './words.ts';

const ID = /^[a-z]{3}_\w{16,}$/;
/** The id of an entry is none of a person: it is opened. */
const isEntry = (id: string): boolean => id.startsWith('evt_');

async function find(text: string): Promise<readonly Pick[]> {
  if (ID.test(text)) return [{ value: text, title: text }];
  const seesAdmins = text !== '' && may('own') && isOfDeployment();
  const [users, admins] = await Promise.all([findUsers(text), seesAdmins ? call('adminConsole.listAdmins', {}) : NONE]);
  const isMeant = (value: string | null): boolean => !!value?.toLowerCase().includes(text.toLowerCase());
  const found = admins.data.filter(({ email, name }) => isMeant(email) || isMeant(name)).slice(0, 4);
  return [...found.map(({ id, email }) => ({ value: id, title: email, hint: say('type-admin') })), ...users];
}

const NONE = { data: [] as { id: string; email: string; name: string | null }[] };

/** What people picked, by id: the page may have no entry that names it. */
const picked = new Map<string, string>();

/** `entries`: the page, which may name the one who was picked. */
export function PersonFilter({
  name,
  label,
  entries = [],
}: {
  name: string;
  label: string;
  entries?: readonly Entry[] | undefined;
}) {
  const id = query.value.get(name);
  if (!id)
    return (
      <Combobox
        label={label}
        search={find}
        emptyText={say('personNone')}
        onPick={({ value, title }) => {
          if (isEntry(value)) return setQuery({ entry: value });
          picked.set(value, title);
          setQuery({ [name]: value });
        }}
      />
    );
  const things = entries.flatMap(({ actor, target }) => [actor, target]);
  const title = things.find((each) => each.id === id)?.name ?? picked.get(id) ?? id;
  return (
    <Chips
      label={label}
      chips={[{ value: id, title: `${label}: ${title}` }]}
      onRemove={() => setQuery({ [name]: null })}
    />
  );
}
