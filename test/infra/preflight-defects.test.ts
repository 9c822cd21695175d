// Finds each defect of an account, through the SDK's own clients.
import { expect, test } from '@jest/globals';
import type { AwsReplies } from '../support/aws-account.ts';
import {
  CERTIFICATE,
  certificate,
  gateway,
  IDENTITY,
  identity,
  lambda,
  look,
  MISSING,
  PASSKEYS,
  PASSKEYS_FUNCTION,
  policies,
  REGION,
  SENDER,
  ses,
  sns,
  spend,
  useAccount,
  variables,
  ZONE,
  ZONE_ID,
  zone,
} from '../support/good-account.ts';

const account = useAccount();

test.each<[string, Record<string, unknown>, AwsReplies, RegExp]>([
  [
    'no bootstrap',
    {},
    { GetParameter: { error: 'ParameterNotFound', status: 400 } },
    /FAILS +the CDK was not bootstrapped here\n +npx cdk bootstrap/,
  ],
  [
    'passkeys of another domain',
    PASSKEYS,
    { [PASSKEYS_FUNCTION]: variables({ GATEHOUSE_PASSKEY_RP_ID: 'auth.example.com' }) },
    /FAILS +passkeys are of auth.example.com, and the deployment makes them of example.com.*\n +-c GATEHOUSE_PASSKEY_RP_ID=auth.example.com/,
  ],
  [
    'variables that may not be decrypted',
    PASSKEYS,
    { [PASSKEYS_FUNCTION]: { json: { Environment: { Error: { ErrorCode: 'AccessDenied', Message: 'no key' } } } } },
    /warning +not checked: the domain of the passkeys\n +no key/,
  ],
  [
    'an old bootstrap',
    {},
    { GetParameter: { json: { Parameter: { Value: '5' } } } },
    /FAILS .*has version 5, and the deployment needs 6/,
  ],
  [
    'credentials of another account',
    { region: REGION, account: '222222222222' },
    {
      GetParameter: {
        json: { Parameter: { ARN: `arn:aws:ssm:${REGION}:111111111111:parameter/cdk-bootstrap/x`, Value: '21' } },
      },
    },
    /FAILS +the credentials are of the account 111111111111, and the deployment goes to 222222222222/,
  ],
  [
    'a new account of Lambda',
    {},
    { 'GET /2016-08-19/account-settings': lambda(10) },
    /warning .*10 functions at once, about 166 logins per second: loginRate is 1000\n.*--quota-code L-B99A9384 --desired-value 1000/,
  ],
  [
    'reservations above the quota',
    { reservedConcurrency: 20 },
    { 'GET /2016-08-19/account-settings': lambda(200) },
    /FAILS .*takes \d+ for itself, and Lambda keeps 100/,
  ],
  [
    'warm instances above the quota',
    { provisionedConcurrency: 50 },
    { 'GET /2016-08-19/account-settings': lambda(100) },
    /FAILS .*takes 50 for itself/,
  ],
  [
    'reservations of others',
    { reservedConcurrency: 20 },
    { 'GET /2016-08-19/account-settings': lambda(1000, 150) },
    /warning +150 of 1000 concurrent executions are unreserved/,
  ],
  [
    'a newer region of API Gateway',
    {},
    { 'GET /account': gateway({ throttleSettings: { rateLimit: 2500, burstLimit: 1250 } }) },
    /warning .*2500 requests per second of all APIs here, less than readRate. Set gatewayRate=2500/,
  ],
  [
    'a log role of another team',
    {},
    { 'GET /account': gateway({ cloudwatchRoleArn: 'arn:aws:iam::1:role/theirs' }) },
    /warning .*role\/theirs: the deployment replaces it.*\n +-c apiGatewayLogRole=off/,
  ],
  ['no log role', { apiGatewayLogRole: 'off' }, {}, /FAILS .*no role for logs here, and apiGatewayLogRole=off/],
  [
    'a small table',
    { writeUnits: 50_000 },
    {},
    /warning +writeUnits is 50000, and DynamoDB gives a table 40000.*\n.*L-AB614373 --desired-value 50000/,
  ],
  [
    'ten log policies',
    {},
    { DescribeResourcePolicies: policies(Array(10).fill('other')) },
    /FAILS .*10 of 10 resource policies here, and the deployment makes 1: it ends with LimitExceededException/,
  ],
  [
    'nine log policies and a firewall',
    { profile: 'hardened' },
    { DescribeResourcePolicies: policies(Array(9).fill('other')) },
    /FAILS .*9 of 10 .* makes 2/,
  ],
  [
    'SES that stopped',
    SENDER,
    { 'GET /v2/email/account': ses({ SendingEnabled: false, EnforcementStatus: 'SHUTDOWN' }) },
    /FAILS +SES does not send: its status is SHUTDOWN/,
  ],
  [
    'SES under review',
    SENDER,
    { 'GET /v2/email/account': ses({ EnforcementStatus: 'PROBATION' }) },
    /warning +SES has put the account under review/,
  ],
  [
    'the sandbox of SES',
    SENDER,
    { 'GET /v2/email/account': ses({ ProductionAccessEnabled: false }) },
    /warning +SES is in the sandbox/,
  ],
  ['a high rate of e-mails', { ...SENDER, mailRate: 50 }, {}, /warning +mailRate is 50, and SES sends 14/],
  [
    'no identity',
    SENDER,
    {
      [`${IDENTITY}mail.example.com`]: MISSING,
      [`${IDENTITY}example.com`]: MISSING,
      [`${IDENTITY}no-reply%40mail.example.com`]: MISSING,
    },
    /FAILS +SES has not verified mail.example.com: no e-mail leaves/,
  ],
  [
    'an address alone',
    SENDER,
    {
      [`${IDENTITY}mail.example.com`]: MISSING,
      [`${IDENTITY}example.com`]: MISSING,
      [`${IDENTITY}no-reply%40mail.example.com`]: identity(),
    },
    /warning +SES has verified no-reply@mail.example.com, but not its domain/,
  ],
  [
    'a domain that waits',
    SENDER,
    { [`${IDENTITY}mail.example.com`]: identity({ VerifiedForSendingStatus: false }) },
    /FAILS +SES has not verified mail.example.com yet/,
  ],
  [
    'no DKIM',
    SENDER,
    { [`${IDENTITY}mail.example.com`]: identity({ DkimAttributes: { SigningEnabled: true, Status: 'PENDING' } }) },
    /warning +SES does not sign e-mails of mail.example.com with DKIM: its status is PENDING/,
  ],
  [
    'the SMS sandbox',
    SENDER,
    { GetSMSSandboxAccountStatus: sns('GetSMSSandboxAccountStatus', '<IsInSandbox>true</IsInSandbox>') },
    /warning +SNS is in the SMS sandbox/,
  ],
  [
    'a low spending quota',
    SENDER,
    { GetSMSAttributes: spend('1') },
    /warning +SNS stops SMS at 1 USD a month, before the alarm/,
  ],
  [
    'a high spending quota',
    SENDER,
    { GetSMSAttributes: spend('500') },
    /warning +SNS spends up to 500 USD a month on SMS, more than smsBudget 30/,
  ],
  [
    'no spending quota',
    SENDER,
    { GetSMSAttributes: sns('GetSMSAttributes', '<attributes/>') },
    /warning +SNS spends on SMS what the account’s quota allows/,
  ],
  [
    'a region without SMS',
    { ...SENDER, region: 'ap-northeast-2' },
    {},
    /warning +SNS sends no SMS from ap-northeast-2/,
  ],
  [
    'no opt-in of AWS Backup',
    { backupDays: 90 },
    { 'GET /account-settings': { json: { ResourceTypeOptInPreference: { DynamoDB: false } } } },
    /FAILS +AWS Backup does not back up DynamoDB here/,
  ],
  [
    'no advanced backup',
    { backupDays: 90 },
    {
      'GET /account-settings': {
        json: { ResourceTypeOptInPreference: { DynamoDB: true }, ResourceTypeManagementPreference: {} },
      },
    },
    /FAILS .*advanced features of DynamoDB are off/,
  ],
  [
    'no zone',
    ZONE,
    { [`GET /2013-04-01/hostedzone/${ZONE_ID}`]: { error: 'NoSuchHostedZone', status: 404 } },
    /FAILS +there is no hosted zone Z0123456789ABC/,
  ],
  [
    'another zone',
    ZONE,
    { [`GET /2013-04-01/hostedzone/${ZONE_ID}`]: zone('example.org') },
    /FAILS .*is that of example.org, not of example.com/,
  ],
  [
    'a private zone',
    ZONE,
    { [`GET /2013-04-01/hostedzone/${ZONE_ID}`]: zone('example.com', true) },
    /FAILS .*is private/,
  ],
  [
    'a certificate that waits',
    { domainName: 'auth.example.com', certificateArn: CERTIFICATE },
    { DescribeCertificate: certificate({ Status: 'PENDING_VALIDATION' }) },
    /FAILS +the certificate is PENDING_VALIDATION/,
  ],
  [
    'no certificate',
    { domainName: 'auth.example.com', certificateArn: CERTIFICATE },
    { DescribeCertificate: { error: 'ResourceNotFoundException', status: 400 } },
    /FAILS +there is no such certificate/,
  ],
  [
    'a certificate of another name',
    { domainName: 'auth.example.com', certificateArn: CERTIFICATE },
    { DescribeCertificate: certificate({ SubjectAlternativeNames: ['*.example.org'] }) },
    /FAILS .*is for \*\.example\.org, not for auth\.example\.com/,
  ],
  [
    'a certificate that ends',
    { domainName: 'auth.example.com', certificateArn: CERTIFICATE },
    { DescribeCertificate: certificate({ RenewalEligibility: 'INELIGIBLE' }) },
    /warning +nothing renews the certificate, which ends on 2027-01-15/,
  ],
  [
    'a certificate of another region',
    { domainName: 'auth.example.com', certificateArn: CERTIFICATE.replace(REGION, 'us-east-1') },
    {},
    /FAILS +certificateArn is of us-east-1/,
  ],
])('%s is reported with what to do', async (_, settings, replies, expected) => {
  const { passed, text } = await look(account, settings, replies);
  expect(text).toMatch(expected);
  expect(passed).toBe(!/^FAILS/m.test(text));
});

test.each<[string, Record<string, unknown>, AwsReplies]>([
  [
    'policies of an earlier deployment',
    {},
    { DescribeResourcePolicies: policies([...Array(9).fill('other'), 'Gatehouse-audit-log']) },
  ],
  [
    'a parent domain of the sender',
    SENDER,
    { [`${IDENTITY}mail.example.com`]: MISSING, [`${IDENTITY}example.com`]: identity() },
  ],
  [
    'the first deployment with passkeys',
    PASSKEYS,
    { [PASSKEYS_FUNCTION]: { error: 'ResourceNotFoundException', status: 404 } },
  ],
  ['passkeys that were off', PASSKEYS, { [PASSKEYS_FUNCTION]: variables({ GATEHOUSE_PASSKEY_RP_ID: 'off' }) }],
  [
    'a wildcard certificate',
    { domainName: 'auth.example.com', certificateArn: CERTIFICATE },
    { DescribeCertificate: certificate({ SubjectAlternativeNames: ['*.example.com'] }) },
  ],
  [
    'its own log role',
    {},
    { 'GET /account': gateway({ cloudwatchRoleArn: 'arn:aws:iam::1:role/Gatehouse-ApiLogs-1' }) },
  ],
  [
    'the log role of an HTTP API',
    { gateway: 'http' },
    { 'GET /account': gateway({ cloudwatchRoleArn: 'arn:aws:iam::1:role/theirs' }) },
  ],
])('%s is no defect', async (_, settings, replies) => {
  const { lines } = await look(account, settings, replies);
  expect(lines.filter((line) => /^(FAILS|warning)/.test(line))).toEqual([]);
});

test('policies on a second page count, too', async () => {
  const { text } = await look(
    account,
    {},
    {
      DescribeResourcePolicies: (input) =>
        input.includes('next') ? policies(Array(5).fill('b')) : policies(Array(5).fill('a'), 'next'),
    },
  );
  expect(text).toMatch(/FAILS .*10 of 10/);
});

test('passes with a warning if the operator accepts that passkeys of another domain become useless', async () => {
  const replies = { [PASSKEYS_FUNCTION]: variables({ GATEHOUSE_PASSKEY_RP_ID: 'auth.example.com' }) };
  const { passed, text } = await look(account, PASSKEYS, replies, undefined, { changesPasskeyDomain: true });
  expect([passed, text]).toEqual([true, expect.stringMatching(/warning +passkeys are of auth.example.com/)]);
});
