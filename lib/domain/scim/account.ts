// Says what of a user in a directory becomes the account: its address, its name, and whether it may log in. All else is kept as it is.
import { isReadable } from '../../contract/readable.ts';
import { refuse } from '../../scim/errors.ts';
import { asAttributes, written } from '../../scim/resource.ts';
import { USER_TYPE } from '../../scim/schema.ts';
import { type Attributes, type Complex, isComplex, isList, type Value } from '../../scim/values.ts';
import type { User } from '../../store/people/users.ts';
import type { ScimUser } from '../../store/scim/users.ts';
import { canonicalEmail } from '../addresses.ts';

/** Attributes that are no texts among others: they are stored as what they mean. */
const APART: readonly string[] = ['userName', 'externalId', 'active'];

/** All that a directory says of a user. */
export type Said = {
  userName: string;
  externalId: string | null;
  /** `undefined`: it does not say. */
  isActive: boolean | undefined;
  email: string;
  name: string | null;
  /** The other attributes, as they are stored. */
  attributes: string;
};

const MAX_NAME = 256;

/** Returns what the attributes say. Throws invalidValue without a name or an address. */
export function saidIn(attributes: Attributes): Said {
  const userName = textAt(attributes.get('userName')) ?? refuse('invalidValue', 'userName: is required');
  const externalId = textAt(attributes.get('externalId')) ?? null;
  if (Math.max(userName.length, externalId?.length ?? 0) > MAX_NAME)
    refuse('invalidValue', `userName, externalId: must be at most ${MAX_NAME} characters long`);
  const active = attributes.get('active');
  return {
    userName,
    externalId,
    isActive: typeof active === 'boolean' ? active : undefined,
    email: addressIn(attributes, userName),
    name: nameIn(attributes),
    attributes: written(new Map([...attributes].filter(([key]) => !APART.includes(key)))),
  };
}

const textAt = (value: Value | undefined): string | undefined => {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
};

/** The primary address, else the one for work, else the first; without any, the name in the directory if it is one. */
function addressIn(attributes: Attributes, userName: string): string {
  const emails = attributes.get('emails');
  const list = isList(emails) ? emails.filter((each) => textAt(each.get('value'))) : [];
  const isFor = (each: Complex, type: string) => String(each.get('type') ?? '').toLowerCase() === type;
  const chosen =
    list.find((each) => each.get('primary') === true) ?? list.find((each) => isFor(each, 'work')) ?? list[0];
  const text = textAt(chosen?.get('value')) ?? userName;
  try {
    return canonicalEmail(text);
  } catch {
    return refuse('invalidValue', 'emails: must have an e-mail address, unless userName is one');
  }
}

/** An account has a name of this length (lib/contract/shapes.ts). */
const MAX_ACCOUNT_NAME = 120;

/** `displayName`, else the whole name, else the given and the family name. */
function nameIn(attributes: Attributes): string | null {
  const name = attributes.get('name');
  const part = (each: string): string | undefined => (isComplex(name) ? textAt(name.get(each)) : undefined);
  const parts = [part('givenName'), part('familyName')].filter((each) => each !== undefined);
  const text = textAt(attributes.get('displayName')) ?? part('formatted') ?? parts.join(' ');
  const short = [...text].slice(0, MAX_ACCOUNT_NAME).join('');
  return short !== '' && isReadable(short) ? short : null;
}

/** Returns all attributes that clients may change, from what is stored. */
export function attributesOf(view: ScimUser, user: User): Attributes {
  return new Map<string, Value>([
    ['userName', view.userName],
    ...(view.externalId === null ? [] : ([['externalId', view.externalId]] as const)),
    ['active', user.isActive],
    ...asAttributes(USER_TYPE, view.attributes),
  ]);
}
