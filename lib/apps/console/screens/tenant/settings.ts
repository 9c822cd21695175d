// Declares every setting of a tenant: its kind, its bounds, its default, and the part of the screen that has its form. The
// types follow those of the contract: a new setting, field or option that is not declared here does not compile, nor does
// one without a text (words/en/tenant.ts). A test compares bounds and reservations with the contract.

import { FONTS, type Font } from '../../../../contract/fields/fonts.ts';
import type { SsoProviderInput, TenantSettings, TenantSettingsInput } from '../../../../packages/client/index.ts';
import { OUR_COLORS } from './colors.ts';

/** Texts of messages have a screen of their own (messages/texts.tsx). */
type Settings = Omit<Required<TenantSettings>, 'ssoProviders' | 'migration' | 'messageTexts'> & {
  ssoProviders: SsoProviderInput[];
  migration: NonNullable<TenantSettingsInput['migration']>;
};
export type SettingName = keyof Settings;

/** The name of a setting or a limit of the deployment that is the default. */
type OfDeployment = { ofDeployment?: string };
type TextLeaf = OfDeployment & {
  kind: 'text' | 'url' | 'color' | 'secret' | 'language';
  most: number;
  pattern?: string;
  /** An example: ours. */
  start?: string;
};
type NumberLeaf = OfDeployment & { kind: 'number' | 'seconds'; min: number; max: number; default?: number };
type CheckLeaf = { kind: 'check'; default: boolean };
/** An empty default is the choice of the deployment. */
type ChoiceLeaf<T extends string = string> = { kind: 'choice'; options: Readonly<Record<T, 1>>; default: T | '' };
/** Several of a few. The default is all of them. */
type BoxesLeaf<T extends string = string> = { kind: 'boxes'; options: Readonly<Record<T, 1>> };
/** Texts without spaces. `codes`: in capitals. */
type LinesLeaf = OfDeployment & { kind: 'lines' | 'codes'; most: number };
export type Leaf = (TextLeaf | NumberLeaf | CheckLeaf | ChoiceLeaf | BoxesLeaf | LinesLeaf) & { isNeeded?: true };
export type Group = { readonly [field: string]: Node };
export type Node = Leaf | Group;

type FieldsOf<T> = {
  readonly [K in keyof T]-?: NodeOf<NonNullable<T[K]>> & (undefined extends T[K] ? object : { isNeeded: true });
};
type NodeOf<T> = [T] extends [boolean]
  ? CheckLeaf
  : [T] extends [number]
    ? NumberLeaf
    : [T] extends [string]
      ? string extends T
        ? TextLeaf
        : ChoiceLeaf<T>
      : [T] extends [readonly (infer E)[]]
        ? [E] extends [string]
          ? string extends E
            ? LinesLeaf
            : BoxesLeaf<E>
          : FieldsOf<E>
        : FieldsOf<T>;

/** The paths of fields: `session`, `session.maxPerUser`. */
type PathOf<T, P extends string> =
  | P
  | ([T] extends [boolean | number | string | readonly string[]]
      ? never
      : [T] extends [readonly (infer E)[]]
        ? PathOf<E, P>
        : { [K in keyof T & string]-?: PathOf<NonNullable<T[K]>, `${P}.${K}`> }[keyof T & string]);
/** The paths of options: `signup.mode.closed`. */
type OptionOf<T, P extends string> = [T] extends [boolean | number]
  ? never
  : [T] extends [string]
    ? string extends T
      ? never
      : `${P}.${T}`
    : [T] extends [readonly (infer E)[]]
      ? OptionOf<E, P>
      : { [K in keyof T & string]-?: OptionOf<NonNullable<T[K]>, `${P}.${K}`> }[keyof T & string];

export type FieldPath = { [K in SettingName]: PathOf<Settings[K], K> }[SettingName];
export type OptionPath = { [K in SettingName]: OptionOf<Settings[K], K> }[SettingName];

export const PARTS = [
  'sign-in',
  'sessions',
  'addresses',
  'messages',
  'texts',
  'branding',
  'providers',
  'audit',
] as const;
export type SettingPart = (typeof PARTS)[number];

type Setting<T> = {
  part: SettingPart;
  /** Only admins of the whole deployment change it. */
  isReserved?: true;
  /** Its fields, or the one thing that it is. */
  of: NodeOf<T>;
};

const DAY = 86_400;
const color = (start: string) => ({ kind: 'color', most: 7, pattern: '#[0-9a-fA-F]{6}', start }) as const;
const link = { kind: 'url', most: 512 } as const;
const template = { kind: 'text', most: 1024 } as const;
const fonts = Object.fromEntries(Object.keys(FONTS).map((name) => [name, 1])) as Record<Font, 1>;
const strictness = { required: 1, optional: 1 } as const;

export const SETTINGS: { readonly [K in SettingName]: Setting<Settings[K]> } = {
  signup: {
    part: 'sign-in',
    of: {
      mode: { kind: 'choice', options: { instant: 1, verifyFirst: 1, closed: 1 }, default: 'instant', isNeeded: true },
    },
  },
  password: {
    part: 'sign-in',
    of: {
      minLength: { kind: 'number', min: 8, max: 64, default: 8, isNeeded: true },
      mustChangeInitial: { kind: 'check', default: false },
    },
  },
  mfa: {
    part: 'sign-in',
    of: {
      policy: { kind: 'choice', options: { off: 1, optional: 1, required: 1 }, default: 'optional', isNeeded: true },
      methods: { kind: 'boxes', options: { email: 1, sms: 1, totp: 1 } },
    },
  },
  passkeys: {
    part: 'sign-in',
    of: {
      mode: { kind: 'choice', options: { off: 1, optional: 1, required: 1 }, default: 'optional', isNeeded: true },
      firstFactor: { kind: 'check', default: true },
    },
  },
  session: {
    part: 'sessions',
    of: {
      accessTtlSeconds: { kind: 'seconds', min: 5, max: 3600, ofDeployment: 'GATEHOUSE_ACCESS_TTL' },
      idleTtlSeconds: { kind: 'seconds', min: 10, max: 30 * DAY, ofDeployment: 'GATEHOUSE_SESSION_IDLE_TTL' },
      absoluteTtlSeconds: { kind: 'seconds', min: 10, max: 30 * DAY, ofDeployment: 'GATEHOUSE_SESSION_ABSOLUTE_TTL' },
      maxPerUser: { kind: 'number', min: 1, max: 50, ofDeployment: 'GATEHOUSE_SESSIONS_PER_USER' },
      deviceBinding: { kind: 'choice', options: { off: 1, prefer: 1, require: 1 }, default: 'off' },
    },
  },
  binding: {
    part: 'sessions',
    of: {
      redirects: { kind: 'choice', options: strictness, default: 'required' },
      codes: { kind: 'choice', options: strictness, default: 'optional' },
    },
  },
  inactivity: {
    part: 'sessions',
    of: {
      days: { kind: 'number', min: 30, max: 3650, isNeeded: true },
      action: { kind: 'choice', options: { disable: 1, delete: 1 }, default: 'disable', isNeeded: true },
      noticeDays: { kind: 'number', min: 1, max: 90, default: 14 },
      notify: { kind: 'check', default: true },
    },
  },
  apiKeys: { part: 'sessions', of: { users: { kind: 'check', default: false, isNeeded: true } } },
  acting: {
    isReserved: true,
    part: 'sessions',
    of: { enabled: { kind: 'check', default: false, isNeeded: true }, notify: { kind: 'check', default: true } },
  },
  deviceGrant: { part: 'sessions', of: { enabled: { kind: 'check', default: false, isNeeded: true } } },
  unregisteredClients: {
    part: 'sign-in',
    of: {
      policy: { kind: 'choice', options: { off: 1, listed: 1, any: 1 }, default: 'off', isNeeded: true },
      hosts: { kind: 'lines', most: 20 },
    },
  },
  redirectUris: { part: 'addresses', of: { kind: 'lines', most: 50 } },
  allowedOrigins: { part: 'addresses', of: { kind: 'lines', most: 40 } },
  links: {
    part: 'addresses',
    of: {
      resetPassword: template,
      acceptInvite: { ...template, ofDeployment: 'GATEHOUSE_INVITE_LINK' },
      verifyEmail: template,
    },
  },
  locale: { part: 'messages', of: { kind: 'language', most: 35 } },
  messages: {
    part: 'messages',
    isReserved: true,
    of: {
      emailsPerDay: { kind: 'number', min: 0, max: 100_000_000, ofDeployment: 'email-tenant-day' },
      smsPerDay: { kind: 'number', min: 0, max: 10_000_000, ofDeployment: 'sms-tenant-day' },
    },
  },
  sms: {
    part: 'messages',
    isReserved: true,
    of: { countries: { kind: 'codes', most: 300, isNeeded: true, ofDeployment: 'GATEHOUSE_SMS_COUNTRIES' } },
  },
  branding: {
    part: 'branding',
    of: {
      name: { kind: 'text', most: 60 },
      colors: {
        light: { accent: color(OUR_COLORS.light.accent), background: color(OUR_COLORS.light.background) },
        dark: { accent: color(OUR_COLORS.dark.accent), background: color(OUR_COLORS.dark.background) },
      },
      style: {
        corners: { kind: 'choice', options: { square: 1, rounded: 1, pill: 1 }, default: '' },
        font: { kind: 'choice', options: { system: 1, ...fonts }, default: '' },
        frame: { kind: 'choice', options: { card: 1, none: 1 }, default: '' },
      },
      links: { terms: link, privacy: link, support: link },
    },
  },
  audit: {
    part: 'audit',
    isReserved: true,
    of: { retentionDays: { kind: 'number', min: 30, max: 3650, default: 400, isNeeded: true } },
  },
  migration: {
    part: 'sign-in',
    of: {
      kind: { kind: 'choice', options: { oauth: 1, cognito: 1, hook: 1 }, default: 'oauth', isNeeded: true },
      url: { kind: 'url', most: 512, isNeeded: true },
      clientId: { kind: 'text', most: 256 },
      clientSecret: { kind: 'secret', most: 1024 },
      authMethod: { kind: 'choice', options: { post: 1, basic: 1 }, default: 'post' },
      scope: { kind: 'text', most: 512 },
      userinfoUrl: { kind: 'url', most: 512 },
      metadata: { kind: 'lines', most: 20 },
      expectedUsers: { kind: 'number', min: 1, max: 1_000_000_000 },
      endsAt: { kind: 'text', most: 24, isNeeded: true },
    },
  },
  ssoProviders: {
    part: 'providers',
    of: {
      name: { kind: 'text', most: 32, pattern: '[a-z0-9][a-z0-9\\-]*', isNeeded: true },
      issuer: { kind: 'url', most: 512, isNeeded: true },
      clientId: { kind: 'text', most: 256, isNeeded: true },
      clientSecret: { kind: 'secret', most: 1024 },
      secretExpiresAt: { kind: 'text', most: 24 },
      scopes: { kind: 'lines', most: 20 },
      trustEmail: { kind: 'check', default: false },
      allowSignup: { kind: 'check', default: true },
      admitsAgents: { kind: 'check', default: false },
      enabled: { kind: 'check', default: true },
    },
  },
};

/** The settings of a part, in their order. */
export const settingsOf = (part: SettingPart): SettingName[] =>
  (Object.keys(SETTINGS) as SettingName[]).filter((name) => SETTINGS[name].part === part);

/** Returns whether the admin of listed tenants may not change it. */
export const isReserved = (name: SettingName): boolean => !!SETTINGS[name].isReserved;

export const isLeaf = (node: Node): node is Leaf => typeof node.kind === 'string';
