// Draws valid requests: an operation, a caller, and values that its schemas accept.

import type { MessageEventName } from '../../../lib/contract/events.ts';
import { methodOf, type Operation, paramNames, pathOf, type Route } from '../../../lib/contract/operation.ts';
import { operations } from '../../support/ledger.ts';
import type { Letter } from '../../world/post.ts';
import { type Random, weighted } from '../../world/random.ts';
import type { Draft } from '../request.ts';
import { sideOf, type World } from '../world/base.ts';
import { type Caller, type CallerKind, credentialsOf, type Person } from '../world/people.ts';
import { type Context, parameterFor, sourceOf } from './names.ts';
import { writeJson } from './odd.ts';
import { recipeOf } from './recipes.ts';
import { definitionOf, drawValue } from './schema.ts';

/** A request before it is written down. */
export type Intent = {
  route: Route;
  operation: Operation;
  context: Context;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  form: Record<string, string> | undefined;
  credentials: Draft['headers'];
};

type Declared = (typeof operations)[number];

/** Callers whom an operation is for, by its access. */
const MEANT: Readonly<Record<Operation['access'], readonly CallerKind[]>> = {
  public: ['stranger', 'stranger', 'stranger', 'bearer', 'browser'],
  user: ['bearer', 'bearer', 'bearer', 'browser', 'browser', 'browser', 'application', 'pending'],
  pending: ['pending', 'pending', 'bearer', 'browser'],
  enrolling: ['bearer', 'browser', 'pending'],
  optional: ['bearer', 'browser', 'stranger'],
  visitor: ['bearer', 'browser', 'stranger', 'pending'],
  refresh: ['bearer', 'browser', 'pending'],
  admin: ['admin'],
  secret: ['stranger'],
  client: ['application', 'machine'],
  key: ['stranger', 'bearer'],
};
/** One in so many requests is sent by another caller than those. */
const UNINVITED = 8;

/** What ends a session, an account or a tenant, or is slow: it is drawn seldom. */
const RARE: Readonly<Record<string, number>> = {
  'POST /auth/logout': 0.3,
  'POST /auth/logout-all': 0.3,
  'DELETE /auth/me': 0.2,
  'POST /auth/change-password': 0.4,
  'POST /auth/admin/logout': 0.15,
  'DELETE /auth/admin/api/tenants/{id}': 0.4,
  'DELETE /auth/admin/api/tenants/{id}/sessions': 0.2,
  'DELETE /auth/admin/api/sessions': 0.05,
  'POST /auth/admin/api/blocked-email-domains/import-defaults': 0.05,
  'POST /auth/mfa/toggle': 0.5,
};
/** What begins or completes a chain of requests. */
const OFTEN: readonly string[] = [
  'POST /auth/login',
  'POST /auth/refresh-token',
  'POST /auth/forgot-password',
  'POST /auth/mfa/verify',
  'GET /auth/sso/{provider}',
  'GET /auth/callback/{provider}',
  'GET /oauth2/authorize',
  'POST /oauth2/token',
];
const weightOf = ({ route }: Declared): number => RARE[route] ?? (OFTEN.includes(route) ? 3 : 1);

export const drawOperation = (chance: Random): Declared => weighted(chance, operations, weightOf);

export function drawCaller({ callers }: World, chance: Random, { route, operation }: Declared): Caller {
  const kinds: readonly CallerKind[] = route.endsWith('/oauth2/userinfo') ? ['application'] : MEANT[operation.access];
  const kind = chance.below(UNINVITED) ? chance.of(kinds) : chance.of(callers).kind;
  const side = chance.next() < 0.65 ? 'a' : 'b';
  const fitting = callers.filter((caller) => caller.kind === kind);
  return fitting.find((caller) => caller.side === side) ?? chance.of(fitting);
}

/** One in so many requests of a user is about a person of the same tenant. */
const ANOTHER = 5;

/** Operation -> the message that began it. */
const COMPLETES: Readonly<Record<string, MessageEventName>> = {
  'POST /auth/verify-email': 'svc.email_verification_requested',
  'POST /auth/verify-phone': 'svc.phone_verification_requested',
  'POST /auth/address/confirm': 'svc.email_verification_requested',
  'POST /auth/verify-forgot-password-otp': 'svc.password_reset_requested',
  'POST /auth/reset-password': 'svc.user_invited',
  'POST /auth/invitation': 'svc.user_invited',
  'POST /auth/tenants/mine': 'svc.tenants_requested',
};
/** One in so many of them shows another message, or none. */
const OUT_OF_PLACE = 6;

function contextOf(
  world: World,
  chance: Random,
  { route, operation }: Declared,
  caller: Caller,
  foreign: number,
): Context {
  const people = world.people.filter(({ side }) => side === caller.side);
  const own = caller.person && chance.below(ANOTHER) ? caller.person : undefined;
  const begun = chance.below(OUT_OF_PLACE) ? COMPLETES[route] : undefined;
  const mail = world.letters
    .filter(({ tenantId }) => sideOf(world, tenantId) === caller.side)
    .filter(({ event, code, token }) => !begun || (event === begun && (code ?? token) !== undefined))
    .slice(begun ? -2 : -8);
  const isAboutMail = !own && mail.length > 0 && (begun !== undefined || chance.below(2) > 0);
  const person: Person | undefined = own ?? (isAboutMail || !people.length ? undefined : chance.of(people));
  const letter = isAboutMail
    ? chance.of(mail)
    : chance.of(mail.filter(({ userId }) => userId === person?.userId).slice(-2));
  const isRead = route.startsWith('GET');
  return {
    world,
    route,
    chance,
    caller,
    person: person ?? (letter && recipientOf(world, letter)),
    letter,
    foreign,
    isMarked: ['user', 'pending', 'enrolling'].includes(operation.access) && !caller.isStale,
    sparesCore: operation.access === 'admin' && !isRead && chance.below(8) > 0,
    used: [],
  };
}

/** The person whom a message is for, as far as their address tells. */
function recipientOf(world: World, { tenantId, userId, to }: Letter): Person {
  const known = world.people.find((each) => each.userId === userId);
  const address = to.includes('@') ? { email: to } : { email: 'unknown@example.com', phone: to };
  const person = { side: sideOf(world, tenantId) as 'a', tenantId, password: 'Zq7$ a password of the fuzz', userId };
  return { ...person, ...known, ...address };
}

/** Draws a request that the schemas of its operation accept. */
export function drawIntent(world: World, chance: Random, foreign = 0.03): Intent {
  const declared = drawOperation(chance);
  const { operation } = declared;
  const route = declared.route as Route;
  const caller = drawCaller(world, chance, declared);
  const context = contextOf(world, chance, declared, caller, foreign);
  const source = sourceOf(context);
  const drawn = (schema: Operation['body']) => (schema ? drawValue(schema, source) : undefined);
  const segments = pathOf(route).split('/');
  const params = Object.fromEntries(
    paramNames(pathOf(route)).map((name) => [
      name,
      parameterFor(context, segments[segments.indexOf(`{${name}}`) - 1] ?? ''),
    ]),
  );
  const intent: Intent = {
    route,
    operation,
    context,
    params,
    query: (drawn(operation.query) ?? {}) as Record<string, string>,
    body: drawn(operation.body),
    form: drawn(operation.form) as Record<string, string> | undefined,
    credentials: credentialsOf(caller, operation.access),
  };
  recipeOf(route)?.(intent);
  return intent;
}

/** The names of the members that a schema declares. */
export const membersOf = (schema: Operation['body']): string[] =>
  schema && definitionOf(schema).shape ? Object.keys(definitionOf(schema).shape) : [];

const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Writes the request down. */
export function draftOf({ route, params, query, body, form, credentials }: Intent): Draft {
  const path = pathOf(route).replace(/\{([^}]+)\}/g, (_, name) => encodeText(params[name] ?? ''));
  const draft: Draft = { method: methodOf(route), path, query: urlEncoded(query), headers: [...credentials] };
  const payload = form ? urlEncoded(form) : body === undefined ? undefined : writeJson(body);
  if (payload !== undefined) {
    draft.body = Buffer.from(payload);
    draft.headers.push(['content-type', form ? 'application/x-www-form-urlencoded' : 'application/json']);
  }
  return draft;
}

const urlEncoded = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeText(name)}=${encodeText(typeof value === 'string' ? value : writeJson(value))}`)
    .join('&');
