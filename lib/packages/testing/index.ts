// Starts Gatehouse for the tests of an application: the service itself, on an engine and a table of its own.

import type { Message } from '../../../infra/tools/local/aws/sent-messages.ts';
import type { Client } from '../client/index.ts';
import { type Clock, createClock } from './clock.ts';
import { createEvents, type Events, type GatehouseEvent } from './events.ts';
import { tokenIn } from './message-text.ts';
import { createPeople, type NewPerson, type NewRole, type NewTenant, type Person, type TestTenant } from './people.ts';
import { startProcess } from './service-process.ts';

export { type AuthenticatorOptions, type SoftwareAuthenticator, softwareAuthenticator } from './passkeys.ts';

export type { Clock, Events, GatehouseEvent, Message, NewPerson, NewRole, NewTenant, Person, TestTenant };

/** What `startGatehouse` takes. */
export type GatehouseOptions = {
  /** Settings of the functions by the names of docs/settings.md, such as `{ GATEHOUSE_LIMITS: 'on' }`. */
  settings?: Readonly<Record<`GATEHOUSE_${string}`, string>>;
  /** The tenants to begin with. Default: one with the slug `test`. */
  tenants?: readonly NewTenant[];
  /** The port to listen on. Default: a free one. */
  port?: number;
  /** The address of a DynamoDB engine that is running, for a machine without Java and without an embedded engine. */
  engine?: string;
};

/** Which message to wait for. */
export type Expected = {
  /** The event that the message is made from, such as `svc.password_reset_requested`. Default: any. */
  event?: string;
  /** How long to wait, in milliseconds. Default: 10 000. */
  withinMs?: number;
};

/** The e-mails and text messages that the service has sent. */
export type Inbox = {
  /** Returns the messages to an address or number, or all of them, newest first. */
  messages: (to?: string) => Promise<Message[]>;
  /** Waits for a message with a code of six digits. Each message is returned once, newest first. */
  code: (to: string, expected?: Expected) => Promise<string>;
  /** Waits for a message with a link that carries a token. Each message is returned once, newest first. */
  link: (to: string, expected?: Expected) => Promise<{ url: string; token: string }>;
};

/** A running service. */
export type TestGatehouse = {
  /** The address of the service, which is also issuer and audience of its tokens. */
  url: string;
  /** The first tenant. */
  tenant: TestTenant;
  /** The tenants of the options, in their order. */
  tenants: readonly TestTenant[];
  clock: Clock;
  inbox: Inbox;
  events: Events;
  /** Returns a client with the session of an admin, for what has no function here. */
  admin: () => Promise<Client>;
  createTenant: (tenant?: NewTenant) => Promise<TestTenant>;
  /** Creates a role and its permissions. */
  createRole: (role: NewRole) => Promise<{ id: string; name: string }>;
  /** Creates a user with a verified address and logs them in. */
  createPerson: (person?: NewPerson) => Promise<Person>;
  /** Ends the service and removes its data. It also ends with the process of the test, however that ends. */
  stop: () => Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
};

const PATIENCE_MS = 10_000;
/** Hashes are fast and limits are off, because tests log in more often than people do. */
const SETTINGS = {
  GATEHOUSE_FAST_HASH: '1',
  GATEHOUSE_LIMITS: 'off',
  GATEHOUSE_LOG_LEVEL: 'error',
  GATEHOUSE_ALLOWED_ORIGINS: 'http://localhost:*,http://127.0.0.1:*',
};

/**
 * Starts the service in a process of its own, with its data in memory. Any number can run at once. Throws, with the
 * reason in one line, if it cannot start.
 *
 * ```ts
 * await using gatehouse = await startGatehouse();
 * const ada = await gatehouse.createPerson({ roles: ['editor'] });
 * ```
 */
export async function startGatehouse(options: GatehouseOptions = {}): Promise<TestGatehouse> {
  const { settings = {}, tenants: wanted = [{ slug: 'test' }], port = 0, engine } = options;
  const service = await startProcess({ ...SETTINGS, ...settings }, { port, engine });
  const { url, adminSecretKey, call, stop } = service;
  try {
    const clock = createClock(service);
    const tenants: TestTenant[] = [];
    const people = createPeople(url, adminSecretKey, clock, () => {
      if (!tenants[0]) throw new Error('there is no tenant: name one in the options, or as `tenant`');
      return tenants[0];
    });
    for (const tenant of wanted) tenants.push(await people.createTenant(tenant));
    const wait = (kind: 'code' | 'link', to: string, { event, withinMs = PATIENCE_MS }: Expected = {}) =>
      call('waitForMessage', { to, kind, event, withinMs });
    return {
      url,
      get tenant() {
        if (!tenants[0]) throw new Error('there is no tenant: name one in the options');
        return tenants[0];
      },
      tenants,
      clock,
      inbox: {
        messages: (to) => call('messages', to),
        code: (to, expected) => wait('code', to, expected),
        link: async (to, expected) => {
          const link = await wait('link', to, expected);
          return { url: link, token: tokenIn(link) };
        },
      },
      events: createEvents(service),
      ...people,
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
