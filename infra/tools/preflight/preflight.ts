// Looks at an account before a deployment, without changing anything, and prints what would fail there.
import type { Settings } from '../../settings/settings.ts';
import { backup, bootstrap, certificate, hostedZone, logPolicies, passkeys } from './checks/account.ts';
import { concurrency, gateway, table } from './checks/capacity.ts';
import { emailAccount, senderIdentity, smsSandbox, smsSpend } from './checks/messages.ts';
import type { Clients } from './clients.ts';
import { type Check, type Decided, type Finding, fails, warning } from './finding.ts';

export const CHECKS: readonly Check[] = [
  bootstrap,
  concurrency,
  gateway,
  table,
  logPolicies,
  emailAccount,
  senderIdentity,
  smsSandbox,
  smsSpend,
  backup,
  hostedZone,
  certificate,
  passkeys,
];

/** The codes of services for a missing permission. */
const DENIED = /^(AccessDenied|AuthorizationError|UnauthorizedOperation|NotAuthorized)/;
/** Columns of a result. */
const WIDTH = 9;

type Print = (line: string) => void;

/**
 * Runs all checks that the settings need, at the same time, and prints each finding. Returns whether the deployment may
 * begin: a denied check is a warning, and one that got no reply fails.
 */
export async function preflight(
  settings: Settings,
  clients: Clients,
  print: Print,
  decided: Decided = {},
): Promise<boolean> {
  const region = await clients.lambda.config.region();
  const needed = CHECKS.filter(({ isNeeded }) => isNeeded(settings));
  print(`${settings.stackName} in ${region}`);
  const found = await Promise.all(
    needed.map((check) =>
      check.look({ clients, settings, region, decided }).catch((error: Error) => [unknown(check, error)]),
    ),
  );
  const findings = found.flat();
  for (const { result, text, help } of findings) {
    print(`${result.padEnd(WIDTH)}${text}`);
    if (help !== undefined) print(`${' '.repeat(WIDTH)}${help}`);
  }
  const count = (result: Finding['result']): number => findings.filter((each) => each.result === result).length;
  print(`${count('FAILS')} fail, ${count('warning')} warnings, ${count('ok')} ok`);
  return count('FAILS') === 0;
}

function unknown({ name, needs }: Check, error: Error): Finding {
  if (DENIED.test(error.name)) return warning(`not checked: ${name}`, `your credentials lack ${needs}`);
  return fails(`not checked: ${name}`, `${error.name}: ${error.message}`);
}
