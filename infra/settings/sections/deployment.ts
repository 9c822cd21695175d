// Settings of the deployment as a whole.
import { choice, reference, type Setting, text, whole } from '../setting.ts';

export const DEPLOYMENT = {
  // Function names have at most 64 characters, and the longest group needs 30 of them.
  stackName: text(
    'The name of the stack and the bus, and the prefix of every function’s name.',
    'at most 34 letters, digits and hyphens, beginning with a letter',
    /^[A-Za-z][A-Za-z0-9-]{0,33}$/,
    'Gatehouse',
  ),
  stage: text(
    'Follows `stackName` and a hyphen in every name, so that several stages fit into one account and region. Both together have at most 34 characters.',
    'at most 20 letters, digits and hyphens',
    /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,18}[A-Za-z0-9])?$/,
  ),
  profile: choice(
    '`hardened` adds a firewall, a customer managed key for everything stored, and a tamper-proof archive of the logs.',
    'standard',
    'hardened',
  ),
  gateway: choice(
    'What API Gateway makes of the API. `http` is an HTTP API, at 1.00 instead of 3.50 USD for a million requests, without firewall, compression and our body in the gateway’s own refusals ([what differs](operations.md#an-http-api)). Choose before the first deployment: the API’s own address differs.',
    'rest',
    'http',
  ),
  resources: choice(
    '`on` adds the function `resources` with its routes, which serve the declarations of lib/records/resources ([decision](decisions/0039-resources.md)).',
    'off',
    'on',
  ),
  region: text(
    'The region to deploy to; defaults to that of the credentials. With it, synthesis rejects ARNs of other regions and leaves out what GovCloud and China lack.',
    'a region such as eu-central-1',
    /^[a-z]{2}(-[a-z]+)+-\d{1,2}$/,
  ),
  account: text(
    'The account to deploy to; defaults to that of the credentials. Needs `region`.',
    'an account of 12 digits',
    /^\d{12}$/,
  ),
  restoredStreamArn: text(
    'The stream of a table restored from a backup, which replaces the stack’s own table.',
    'the ARN of a table’s stream',
    /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[A-Za-z0-9_.-]{3,255}\/stream\/[0-9T:.-]+$/,
  ),
  // A rule of the default bus has other metrics, so the alarms need a bus with a name of its own.
  eventBus: reference(
    'An existing bus of the account and region to publish events on, instead of a new one. One deployment per bus: each acts on every event with the source `gatehouse`.',
    'the name of a bus other than default',
    /^(?!default$|aws\.)[A-Za-z0-9._/-]{1,256}$/,
  ),
  permissionsBoundary: reference(
    'A policy that bounds every role of the deployment.',
    'the ARN of a managed policy',
    /^arn:aws[a-z-]*:iam::(aws|\d{12}):policy\/[\w+=,.@/-]{1,512}$/,
  ),
  // AWS allows these characters in every service (Tagging best practices); none of them is a comma.
  tags: text(
    'Tags of every resource, such as `Team=Identity,CostCenter=42`.',
    'at most 40 tags as key=value, separated by commas',
    areTags,
  ),
  accountConcurrency: whole(
    'Concurrent executions that Lambda grants the account in the region. Synthesis rejects a `reservedConcurrency` or `provisionedConcurrency` that does not leave 100 of them.',
    1000,
    10,
    1_000_000,
  ),
} as const satisfies Record<string, Setting>;

/** Keys have at most 128 characters, values 256; keys that begin with `aws:` are AWS's. */
function areTags(text: string): boolean {
  const tags = text.split(',').map((tag) => /^(?!aws:)([\w .:/+@-]{1,128})=([\w .:/=+@-]{0,256})$/i.exec(tag)?.[1]);
  return !tags.includes(undefined) && tags.length <= 40 && new Set(tags).size === tags.length;
}
