// Declares what admins see of the deployment: its figures by day, its version, its settings and the age of its keys.
import * as z from 'zod/mini';
import { type NamedShape, named } from './documentation.ts';
import { dateTime, nullableDateTime } from './shapes.ts';

const activityTotals = z.object({ signUps: z.int(), signIns: z.int(), failedSignIns: z.int() });
const activityOfDay = z.object({ day: z.iso.date(), ...activityTotals.shape });
export const activityReply = z.object({ data: z.array(activityOfDay), totals: activityTotals });

const nullableText = z.nullable(z.string());
const setting = z.object({
  name: z.string(),
  value: nullableText,
  default: nullableText,
  meaning: z.string(),
});
const ceiling = z.object({ name: z.string(), value: z.int(), default: z.int(), per: z.string(), meaning: z.string() });
const signingKey = z.object({
  kid: z.string(),
  algorithm: z.string(),
  state: z.enum(['next', 'current', 'retired']),
  createdAt: dateTime,
  expiresAt: nullableDateTime,
});
const messages = z.object({ email: z.enum(['ses', 'function', 'off']), sms: z.enum(['sns', 'function', 'off']) });
export const deploymentReply = z.object({
  version: z.string(),
  baseUrl: z.string(),
  region: nullableText,
  functionName: nullableText,
  runtime: z.string(),
  settings: z.array(setting),
  limits: z.array(ceiling),
  signingKeys: z.array(signingKey),
  messages,
  lastHeartbeatAt: nullableDateTime,
  checkedAt: dateTime,
});

const COUNTS = {
  signUps: 'Users who were created, and still exist.',
  signIns: 'Sessions that people began. Refreshes, switches of tenant and sessions of applications do not count.',
  failedSignIns: 'Logins with a wrong password, code or proof of a provider, or of an account that cannot log in.',
};

export const deploymentDocs = (): readonly NamedShape[] => [
  named(activityTotals, 'ActivityTotals', 'The sums of the days.', COUNTS, {
    signUps: 3,
    signIns: 42,
    failedSignIns: 5,
  }),
  named(
    activityOfDay,
    'ActivityOfDay',
    'What happened on a day.',
    { day: 'The day in UTC.', ...COUNTS },
    { day: '2026-01-31', signUps: 3, signIns: 42, failedSignIns: 5 },
  ),
  named(activityReply, 'Activity', 'Sign-ups, sign-ins and failures by day.', {
    data: 'The days, oldest first. The last one is today.',
    totals: 'The sums of the days.',
  }),
  named(
    setting,
    'DeploymentSetting',
    'A setting of the functions.',
    {
      name: 'The environment variable.',
      value: 'What the deployment sets. `null`: nothing, so the default counts.',
      default: 'The default. `null`: there is none.',
      meaning: 'What it does.',
    },
    { name: 'GATEHOUSE_ACCESS_TTL', value: null, default: '900', meaning: 'Lifetime of an access token in seconds.' },
  ),
  named(
    ceiling,
    'DeploymentLimit',
    'A limit that the deployment may choose.',
    {
      name: 'Its name in `GATEHOUSE_CEILINGS`.',
      value: 'The number that counts.',
      default: 'The default.',
      per: 'Who shares it.',
      meaning: 'What is counted.',
    },
    {
      name: 'login-ip',
      value: 150,
      default: 150,
      per: 'address',
      meaning: 'logins in 15 minutes, right ones refunded',
    },
  ),
  named(
    signingKey,
    'SigningKeyInfo',
    'A key that signs access tokens. Its public part is at /.well-known/jwks.json.',
    {
      kid: 'The id of the key.',
      algorithm: 'The algorithm (RFC 7518).',
      state: '`current` signs, `next` will, `retired` did. `null`: known after the next rotation.',
      createdAt: 'When it was made. `null`: known after the next rotation.',
      expiresAt: 'When the last token that it signed expires. `null`: it has not retired.',
    },
    { kid: 'kXJ3', algorithm: 'RS256', state: 'current', expiresAt: null },
  ),
  named(
    messages,
    'MessageDelivery',
    'How messages are sent.',
    {
      email: 'By Amazon SES, by a function of the deployment, or not at all.',
      sms: 'By Amazon SNS, by a function of the deployment, or not at all.',
    },
    { email: 'ses', sms: 'sns' },
  ),
  named(
    deploymentReply,
    'Deployment',
    'What runs here. It has no secret.',
    {
      version: 'The version of Gatehouse.',
      baseUrl: 'The address of the API.',
      region: 'The region of AWS. `null`: a local run.',
      functionName: 'The function that responded. It begins with the name of the stack. `null`: a local run.',
      runtime: 'The runtime of the functions.',
      settings: 'The settings that a deployment may choose.',
      limits: 'The limits that a deployment may choose.',
      signingKeys: 'The keys of access tokens.',
      messages: 'How messages are sent.',
      lastHeartbeatAt: 'When the watch last wrote a heartbeat: every five minutes. `null`: never.',
      checkedAt: 'When this was read.',
    },
    {
      version: '1.0.0',
      baseUrl: 'https://auth.example.com',
      region: 'eu-central-1',
      runtime: 'Node.js v24.0.0',
      functionName: 'Gatehouse-admin-console',
    },
  ),
];
