// Draws values by the name of their field: what the pool knows first, or what the service understands.
import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { now } from '../../../lib/platform/clock.ts';
import { png, pngThatClaims } from '../../support/images.ts';
import { totp } from '../../support/totp.ts';
import type { Letter } from '../../world/post.ts';
import type { Random } from '../../world/random.ts';
import { CALLBACK, CHALLENGE, canaryOf, SIGNED_OUT, VERIFIER, type World } from '../world/base.ts';
import type { Caller, Person } from '../world/people.ts';
import type { Known } from '../world/pool.ts';
import { PROVIDER } from '../world/stage.ts';
import { QUERIES } from './queries.ts';
import { type Bounds, definitionOf, type Source } from './schema.ts';

/** What one request is about: its caller, one person, and one message to that person. */
export type Context = {
  world: World;
  route: string;
  chance: Random;
  caller: Caller;
  /** The person whose address, password and tenant are sent. */
  person: Person | undefined;
  letter: Letter | undefined;
  /** How likely a value is of the other tenant. */
  foreign: number;
  /** Whether texts carry the canary of the caller's tenant. */
  isMarked: boolean;
  /** Spares what the world needs. */
  sparesCore: boolean;
  /** Values of the pool that are in the request. */
  used: Known[];
};

/** Field -> the kinds of values of the pool. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  tenantId: ['ten'],
  tenantIds: ['ten'],
  tenant: ['ten', 'slug'],
  roleIds: ['rol'],
  platformRoleIds: ['rol'],
  projectId: ['prj'],
  deviceId: ['dev'],
  client_id: ['app'],
  refreshToken: ['refresh'],
  refresh_token: ['refresh'],
  token: ['token', 'access', 'refresh', 'idToken'],
  nonce: ['nonce'],
  state: ['state'],
  id_token_hint: ['idToken'],
  request_uri: ['requestUri'],
  resume: ['resume'],
  userCode: ['userCode'],
  device_code: ['deviceCode'],
  code: ['authCode', 'code'],
  secret: ['totp'],
  slug: ['slug'],
};

/** The kinds of values of a field, which may depend on the operation. */
function kindsOf({ route }: Context, name: string): readonly string[] | undefined {
  if (name === 'cursor') return [`cursor of ${route}`];
  if (name === 'token' && route.startsWith('POST /auth/')) return ['token'];
  if (name === 'id' || name === 'ids') return [route.includes('/projects') ? 'prj' : 'tsk'];
  return KINDS[name];
}

/** Segment of a path before its parameter -> the kinds of what it names. Other segments get any id. */
const BY_SEGMENT: Readonly<Record<string, string>> = {
  tenants: 'ten',
  logos: 'digest',
  sessions: 'ses',
  'trusted-devices': 'dev',
  devices: 'dev',
  'totp-devices': 'dev',
  identities: 'idn',
  'blocked-email-domains': 'dom',
  domains: 'domain',
  'setup-links': 'stl',
  'scim-connections': 'scm',
  admins: 'adm',
  users: 'usr',
  members: 'usr',
  roles: 'rol',
  permissions: 'per',
  applications: 'app',
  grants: 'gra',
  'protected-resources': 'prs',
  'api-keys': 'key',
  secrets: 'sec',
  audit: 'evt',
  // Those of users are users.
  invitations: 'usr',
  projects: 'prj',
  tasks: 'tsk',
};
/** The same in the paths of admins of the deployment. */
const OF_ADMINS: Readonly<Record<string, string>> = { invitations: 'adi', sessions: 'ads' };

const WORDS = ['Ada', 'Grace', 'Zoë', 'مرحبا', '東京', 'a b', 'O’Neil', '<b>', 'emoji 😀', 'x'.repeat(30)];
const URL_FIELDS = /uri|url|links?$|issuer|origin|terms|privacy|support|resetPassword|acceptInvite|verifyEmail/i;

/** Returns the values by name for requests of this context. */
export function sourceOf(context: Context): Source {
  const { chance } = context;
  return {
    chance,
    named: (name, schema) => {
      const value = byName(context, name, schema);
      return value !== undefined && fits(schema, value) ? value : undefined;
    },
    text: (bounds) => textWithin(context, bounds),
    presence: (name) => {
      const kinds = kindsOf(context, name);
      if (kinds?.every((kind) => !context.world.pool.has(kind, context.caller.side))) return 0;
      return USUAL.test(name) ? 0.9 : name === 'isPlatformUser' ? 0.05 : 0.45;
    },
  };
}

/** Optional fields without which most operations refuse. */
const USUAL = /^(tenantId|email|name|code|codeVerifier|deviceId|secret)$/;

const fits = (schema: z.ZodMiniType, value: unknown): boolean => {
  const { type } = definitionOf(schema);
  if (['object', 'record', 'boolean', 'enum', 'literal', 'number'].includes(type)) return false;
  return type === 'array' ? Array.isArray(value) : typeof value === 'string';
};

/** Draws a value of the pool, and notes that the request has it. */
export function drawKnown(context: Context, kind: string): string | undefined {
  const { world, chance, caller, foreign, sparesCore, used } = context;
  const known = world.pool.draw(chance, kind, caller.side, chance.next() < foreign, sparesCore);
  if (known) used.push(known);
  return known?.text;
}

function byName(context: Context, name: string, schema: z.ZodMiniType): unknown {
  const { chance, person, letter, caller, world } = context;
  if (definitionOf(schema).type === 'array') {
    if (!['roleIds', 'tenantIds', 'platformRoleIds', 'ids'].includes(name)) return undefined;
    const all = Array.from({ length: 1 + chance.below(2) }, () => byName(context, name, STRING));
    return all.every((each) => each !== undefined) ? [...new Set(all)] : undefined;
  }
  const isFamiliar = chance.next() < 0.85;
  if (person && isFamiliar) {
    const own = ofPerson(context, person, letter, name);
    if (own !== undefined) return own;
  }
  if (QUERIES[name] && definitionOf(schema).type === 'string') return chance.of(QUERIES[name]);
  switch (name) {
    case 'email':
    case 'login_hint':
      return `new-${world.round}-${world.next()}@r${world.round}.example`;
    case 'identifier':
      return chance.next() < 0.5 ? `new-${world.next()}@r${world.round}.example` : newPhone(context);
    case 'phone':
      return newPhone(context);
    case 'password':
    case 'currentPassword':
    case 'newPassword':
      return chance.of([
        'Zq7$ a password of the fuzz',
        `Zq7$ secret-${world.next()}-of-the-fuzz`,
        'short',
        'p'.repeat(200),
      ]);
    case 'codeChallenge':
    case 'code_challenge':
      return CHALLENGE;
    case 'codeVerifier':
    case 'code_verifier':
      return VERIFIER;
    case 'providerName':
      return chance.of(['email', 'email', 'phone', 'passwordless', PROVIDER]);
    case 'redirectUri':
    case 'redirect_uri':
      return CALLBACK;
    case 'post_logout_redirect_uri':
      return SIGNED_OUT;
    case 'client_secret':
      return caller.client?.secret;
    case 'slug':
      if (chance.next() < 0.7) return `s-${world.round}-${world.next()}-${caller.side}`;
      break;
    case 'domain':
    case 'domains':
      return `d${world.next()}.blocked-${world.round}.example`;
    case 'otp': {
      const secret = drawKnown(context, 'totp');
      return secret === undefined ? undefined : totp(secret);
    }
    case 'secretKey':
      return world.stage.service.secretKey;
    case 'scope':
      return chance.of(['openid', 'openid email', 'openid profile email phone offline_access', 'x']);
    case 'roleName':
      return `${canaryOf('a', world.round)}role`;
    case 'guard':
      return chance.of(['web', 'web', 'api']);
    case 'permissions':
      return chance.of(['users.invite', 'projects.read', 'tasks.create']);
    case 'locale':
    case 'ui_locales':
      return chance.of(['en', 'de', 'ar', 'pt-BR']);
    case 'image':
      return chance.of(PICTURES);
    case 'emailVerifiedAt':
    case 'phoneVerifiedAt':
      return new Date(now()).toISOString();
    default:
      if (URL_FIELDS.test(name)) return urlFor(context, name);
  }
  const kinds = kindsOf(context, name);
  return kinds ? drawKnown(context, chance.of(kinds)) : undefined;
}

/** Is the schema of a member of a list. */
const STRING = { _zod: { def: { type: 'string' } } } as unknown as z.ZodMiniType;

function ofPerson({ chance, caller }: Context, person: Person, letter: Letter | undefined, name: string): unknown {
  switch (name) {
    case 'tenantId':
      return caller.kind === 'admin' ? undefined : person.tenantId;
    case 'email':
      return caller.kind === 'admin' ? undefined : person.email;
    case 'phone':
      return caller.kind === 'admin' || chance.next() < 0.5 ? undefined : person.phone;
    case 'identifier':
      return letter?.to ?? person.email;
    case 'password':
    case 'currentPassword':
      return caller.kind === 'admin' ? undefined : person.password;
    case 'code':
      return letter?.code;
    case 'token':
      return letter?.token;
    case 'otp':
      return letter?.code ?? (person.totp === undefined || chance.below(2) ? undefined : totp(person.totp));
    default:
      return undefined;
  }
}

const newPhone = ({ world, chance }: Context): string =>
  `+49${chance.of(['151', '160', '170'])}${String(5_000_000 + world.next()).padStart(8, '0')}`;

const urlFor = ({ chance, world }: Context, name: string): string => {
  if (/origin/i.test(name)) return `https://o${world.next()}.example.com`;
  if (/resetPassword|acceptInvite/.test(name)) return `${CALLBACK}?t={token}`;
  if (name === 'verifyEmail') return `${CALLBACK}?c={code}`;
  return chance.of([CALLBACK, SIGNED_OUT, 'https://app.example.com/', 'http://localhost:3000/back']);
};

function textWithin({ chance, caller, world, isMarked }: Context, { min = 0, max = 200 }: Bounds): string {
  const mark = isMarked && caller.side !== 'admin' ? canaryOf(caller.side, world.round) : '';
  const word = `${mark}${chance.of(WORDS)} ${world.next()}`;
  if (chance.next() < 0.05) return `${mark}${'ü'.repeat(max)}`.slice(0, max);
  return word.slice(0, max).padEnd(min, '-');
}

/** Returns the value of a parameter of a path. */
export function parameterFor(context: Context, segment: string): string {
  const { chance, world } = context;
  if (segment === 'sso' || segment === 'callback') return chance.of([PROVIDER, PROVIDER, 'google', 'acme']);
  const ofSegment = /\/auth\/admin\/(?!api\/)/.test(context.route) ? { ...BY_SEGMENT, ...OF_ADMINS } : BY_SEGMENT;
  const kind = ofSegment[segment] ?? chance.of(world.pool.kinds());
  const known = chance.next() < 0.92 ? drawKnown(context, kind) : undefined;
  return known ?? drawKnown(context, chance.of(world.pool.kinds())) ?? 'unknown';
}

/** Pictures, and what only looks like one. */
const PICTURES = [
  png(1, 1).toString('base64'),
  png(300, 200).toString('base64'),
  pngThatClaims(9999, 1).toString('base64'),
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAY=',
  createHash('sha256').update('no picture').digest('base64'),
];
