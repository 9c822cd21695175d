// Has the replies of an account in which a deployment would succeed, and runs `npm run preflight` against one.
import { afterAll, beforeAll } from '@jest/globals';
import { readSettings } from '../../infra/settings/read.ts';
import { createClients } from '../../infra/tools/preflight/clients.ts';
import { preflight } from '../../infra/tools/preflight/preflight.ts';
import { AwsAccount, type AwsReplies, type AwsReply } from './aws-account.ts';

export const REGION = 'eu-central-1';
export const ZONE_ID = 'Z0123456789ABC';
export const CERTIFICATE = `arn:aws:acm:${REGION}:123456789012:certificate/12345678-1234-1234-1234-123456789012`;
export const SENDER = { sender: 'Acme <no-reply@mail.example.com>' };
export const ZONE = { domainName: 'auth.example.com', hostedZoneId: ZONE_ID, hostedZoneName: 'example.com' };

export const sns = (action: string, result: string): AwsReply => ({
  xml: `<${action}Response xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><${action}Result>${result}</${action}Result></${action}Response>`,
});
export const spend = (limit: string): AwsReply =>
  sns(
    'GetSMSAttributes',
    `<attributes><entry><key>MonthlySpendLimit</key><value>${limit}</value></entry></attributes>`,
  );
export const zone = (name: string, isPrivate = false): AwsReply => ({
  xml: `<GetHostedZoneResponse xmlns="https://route53.amazonaws.com/doc/2013-04-01/"><HostedZone><Id>/hostedzone/${ZONE_ID}</Id><Name>${name}.</Name><CallerReference>r</CallerReference><Config><PrivateZone>${isPrivate}</PrivateZone></Config></HostedZone><DelegationSet><NameServers><NameServer>ns-1.awsdns.com</NameServer></NameServers></DelegationSet></GetHostedZoneResponse>`,
});
export const certificate = (change: object = {}): AwsReply => ({
  json: {
    Certificate: {
      Status: 'ISSUED',
      SubjectAlternativeNames: ['auth.example.com'],
      RenewalEligibility: 'ELIGIBLE',
      NotAfter: 1_800_000_000,
      ...change,
    },
  },
});
export const lambda = (quota: number, free = quota): AwsReply => ({
  json: { AccountLimit: { ConcurrentExecutions: quota, UnreservedConcurrentExecutions: free } },
});
export const ses = (change: object = {}): AwsReply => ({
  json: {
    SendingEnabled: true,
    ProductionAccessEnabled: true,
    EnforcementStatus: 'HEALTHY',
    SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 0 },
    ...change,
  },
});
export const identity = (change: object = {}): AwsReply => ({
  json: { VerifiedForSendingStatus: true, DkimAttributes: { SigningEnabled: true, Status: 'SUCCESS' }, ...change },
});
export const gateway = (change: object = {}): AwsReply => ({
  json: { throttleSettings: { rateLimit: 10_000, burstLimit: 5000 }, ...change },
});
export const policies = (names: readonly string[], nextToken?: string): AwsReply => ({
  json: { resourcePolicies: names.map((policyName) => ({ policyName, policyDocument: '{}' })), nextToken },
});
export const PASSKEYS = { ...ZONE, GATEHOUSE_PASSKEY_RP_ID: 'example.com' };
/** The name of the call for the function's configuration. */
export const PASSKEYS_FUNCTION = 'GET /2015-03-31/functions/Gatehouse-passkeys/configuration';
export const variables = (Variables: Record<string, string>): AwsReply => ({ json: { Environment: { Variables } } });
export const MISSING: AwsReply = { error: 'NotFoundException', status: 404 };
export const IDENTITY = 'GET /v2/email/identities/';

export const GOOD: AwsReplies = {
  GetParameter: { json: { Parameter: { Name: 'x', Value: '21' } } },
  'GET /2016-08-19/account-settings': lambda(1000),
  'GET /account': gateway(),
  DescribeLimits: {
    json: {
      AccountMaxReadCapacityUnits: 80_000,
      AccountMaxWriteCapacityUnits: 80_000,
      TableMaxReadCapacityUnits: 40_000,
      TableMaxWriteCapacityUnits: 40_000,
    },
  },
  DescribeResourcePolicies: policies(['one', 'two']),
  'GET /v2/email/account': ses(),
  [`${IDENTITY}mail.example.com`]: identity(),
  GetSMSSandboxAccountStatus: sns('GetSMSSandboxAccountStatus', '<IsInSandbox>false</IsInSandbox>'),
  GetSMSAttributes: spend('30'),
  'GET /account-settings': {
    json: { ResourceTypeOptInPreference: { DynamoDB: true }, ResourceTypeManagementPreference: { DynamoDB: true } },
  },
  [`GET /2013-04-01/hostedzone/${ZONE_ID}`]: zone('example.com'),
  DescribeCertificate: certificate(),
  [PASSKEYS_FUNCTION]: variables({ GATEHOUSE_PASSKEY_RP_ID: 'example.com' }),
};

/** Starts an account for the tests of the file. */
export function useAccount(): AwsAccount {
  const account = new AwsAccount();
  const before = { ...process.env };
  beforeAll(async () => {
    await account.start();
    Object.assign(process.env, account.environment);
  });
  afterAll(async () => {
    process.env = before;
    await account.stop();
  });
  return account;
}

/** Looks at the account, whose replies are good but for `replies`. */
export async function look(
  account: AwsAccount,
  settings: Record<string, unknown> = {},
  replies: AwsReplies = {},
  seconds?: number,
  decided: Parameters<typeof preflight>[3] = {},
) {
  account.replies = { ...GOOD, ...replies };
  const lines: string[] = [];
  const { region = REGION } = settings as { region?: string };
  const print = (line: string) => lines.push(line);
  const passed = await preflight(readSettings(settings), createClients(region, seconds), print, decided);
  return { passed, lines, text: lines.join('\n') };
}
