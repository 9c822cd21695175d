// Settings of the deployment as a whole.
import { choice, type Setting, text } from '../setting.ts';

export const DEPLOYMENT = {
  // Function names have at most 64 characters, and the longest group needs 30 of them.
  stackName: text(
    'The name of the stack and the bus, and the prefix of every function’s name.',
    'at most 34 letters, digits and hyphens, beginning with a letter',
    /^[A-Za-z][A-Za-z0-9-]{0,33}$/,
    'Gatehouse',
  ),
  profile: choice(
    '`hardened` adds a firewall, a customer managed key for everything stored, and a tamper-proof archive of the logs.',
    'standard',
    'hardened',
  ),
  restoredStreamArn: text(
    'The stream of a table restored from a backup, which replaces the stack’s own table.',
    'the ARN of a table’s stream',
    /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[A-Za-z0-9_.-]{3,255}\/stream\/[0-9T:.-]+$/,
  ),
} as const satisfies Record<string, Setting>;
