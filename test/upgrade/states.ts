// The states that a deployment is in over its life: what a release must be able to enter, leave, upgrade and roll back.
import { type App, Stack } from 'aws-cdk-lib';
import { Template as Assertions } from 'aws-cdk-lib/assertions';
import { readSettings } from '../../infra/settings/read.ts';
import { Gatehouse } from '../../lib/packages/construct/gatehouse.ts';
import { SENDER, synthesise, type Template, withApp } from '../support/synthesis.ts';

const restoredStreamArn = 'arn:aws:dynamodb:eu-west-1:123456789012:table/restored/stream/2026-11-21T10:00:00.000';
const secretArn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:a-AbCdEf';
const STANDBY = {
  ...SENDER,
  baseUrl: 'https://auth.example.com',
  regionRole: 'standby',
  restoredStreamArn,
  existingSecrets: `pepper=${secretArn},seal=${secretArn},session=${secretArn}`,
};
const HARDENED = { profile: 'hardened', backupDays: 35 };

const DOMAIN = {
  ...SENDER,
  gateway: 'http',
  domainName: 'auth.example.com',
  hostedZoneId: 'Z0123456789ABC',
  hostedZoneName: 'example.com',
};
const FRONTED = {
  ...DOMAIN,
  front: 'cloudfront',
  frontCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef',
};

/** Name of the state -> its settings. */
const STATES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  normal: SENDER,
  drain: { ...SENDER, maintenance: 'drain' },
  on: { ...SENDER, maintenance: 'on' },
  restored: { ...SENDER, maintenance: 'on', restoredStreamArn },
  canary: { ...SENDER, rollout: 'canary' },
  http: { ...SENDER, gateway: 'http' },
  'http, drain': { ...SENDER, gateway: 'http', maintenance: 'drain' },
  'http, domain': DOMAIN,
  'http, front': FRONTED,
  'http, front, drain': { ...FRONTED, maintenance: 'drain' },
  'http, front, next secret': { ...FRONTED, frontSecretVersion: 2 },
  hardened: { ...SENDER, ...HARDENED },
  analytics: { ...SENDER, auditArchiveDays: 400, analytics: 'on' },
  replicated: { ...SENDER, region: 'eu-west-1', replicaRegion: 'eu-central-1' },
  standby: { ...STANDBY, maintenance: 'on' },
  'standby, open': STANDBY,
};

/** Two deployments in one stack, which only the construct makes. Two hardened ones have too many resources for one. */
const TWO: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'two profiles in one stack': {},
  'two profiles in one stack, drain': { maintenance: 'drain' },
};

/** Returns the template of each state. */
export const templatesOfStates = (): Record<string, Template> => ({
  ...Object.fromEntries(Object.entries(STATES).map(([state, context]) => [state, synthesise(context)])),
  ...Object.fromEntries(Object.entries(TWO).map(([state, context]) => [state, twoIn(context)])),
});

const twoIn = (context: Readonly<Record<string, unknown>>): Template =>
  withApp((app: App, bundles) => {
    const stack = new Stack(app, 'Two', { suppressTemplateIndentation: true });
    for (const [stackName, profile] of [
      ['One', HARDENED],
      ['Other', {}],
    ] as const)
      new Gatehouse(stack, stackName, {
        settings: readSettings({ ...SENDER, ...profile, ...context, stackName }),
        bundles,
      });
    return Assertions.fromStack(stack).toJSON() as Template;
  });
