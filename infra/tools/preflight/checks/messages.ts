// Checks that SES and SNS would send the messages of the deployment.
import { GetAccountCommand, GetEmailIdentityCommand, type GetEmailIdentityResponse } from '@aws-sdk/client-sesv2';
import { GetSMSAttributesCommand, GetSMSSandboxAccountStatusCommand } from '@aws-sdk/client-sns';
import { sendsSms } from '../../../settings/partition.ts';
import type { Settings } from '../../../settings/settings.ts';
import { type Check, type Finding, fails, ok, warning } from '../finding.ts';

const hasSender = ({ sender }: Settings): boolean => sender !== undefined;
const hasMailer = ({ sender, messageSender }: Settings): boolean => (sender ?? messageSender) !== undefined;

export const emailAccount: Check = {
  name: 'the account of SES',
  needs: 'ses:GetAccount',
  isNeeded: hasSender,
  look: async ({ clients, settings, region }) => {
    const account = await clients.ses.send(new GetAccountCommand({}));
    const { Max24HourSend: daily = 0, MaxSendRate: rate = 0 } = account.SendQuota ?? {};
    const dashboard = `https://console.aws.amazon.com/ses/home?region=${region}#/account`;
    const findings: Finding[] = [];
    if (!account.SendingEnabled || account.EnforcementStatus === 'SHUTDOWN')
      findings.push(fails(`SES does not send: its status is ${account.EnforcementStatus ?? 'disabled'}`, dashboard));
    else if (account.EnforcementStatus === 'PROBATION')
      findings.push(warning('SES has put the account under review, and may stop it', dashboard));
    if (!account.ProductionAccessEnabled)
      findings.push(
        warning(
          'SES is in the sandbox: it delivers to verified addresses and its simulator alone',
          `${dashboard}: request production access`,
        ),
      );
    if (settings.mailRate !== undefined && settings.mailRate > rate)
      findings.push(
        warning(
          `mailRate is ${settings.mailRate}, and SES sends ${rate} e-mails per second`,
          'Service Quotas, Amazon SES, "Sending rate"',
        ),
      );
    return findings.length ? findings : [ok(`SES sends ${rate} e-mails per second and ${daily} a day`)];
  },
};

/** The domain of the sender and those above it, which SES lets send for it, and the address itself. */
export function identitiesOf(sender: string): { domains: string[]; address: string } {
  const address = /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();
  const labels = address.slice(address.indexOf('@') + 1).split('.');
  return { domains: labels.slice(0, -1).map((_, at) => labels.slice(at).join('.')), address };
}

export const senderIdentity: Check = {
  name: 'the sender’s identity in SES',
  needs: 'ses:GetEmailIdentity',
  isNeeded: hasSender,
  look: async ({ clients, settings: { sender = '' }, region }) => {
    const find = (name: string): Promise<GetEmailIdentityResponse | undefined> =>
      clients.ses.send(new GetEmailIdentityCommand({ EmailIdentity: name })).catch((error: Error) => {
        if (error.name === 'NotFoundException') return undefined;
        throw error;
      });
    const { domains, address } = identitiesOf(sender);
    for (const domain of domains) {
      const identity = await find(domain);
      if (identity) return [verified(domain, identity, region)];
    }
    const help = `aws sesv2 create-email-identity --email-identity ${domains[0]} --region ${region}, and publish its three CNAME records`;
    const identity = await find(address);
    if (identity?.VerifiedForSendingStatus)
      return [
        warning(`SES has verified ${address}, but not its domain: without DKIM of its domain, mail ends as spam`, help),
      ];
    return [fails(`SES has not verified ${domains[0]}: no e-mail leaves`, help)];
  },
};

function verified(
  domain: string,
  { VerifiedForSendingStatus, DkimAttributes: dkim }: GetEmailIdentityResponse,
  region: string,
): Finding {
  const help = `aws sesv2 get-email-identity --email-identity ${domain} --region ${region} shows the records to publish`;
  if (!VerifiedForSendingStatus) return fails(`SES has not verified ${domain} yet: no e-mail leaves`, help);
  if (!dkim?.SigningEnabled || dkim.Status !== 'SUCCESS')
    return warning(
      `SES does not sign e-mails of ${domain} with DKIM: its status is ${dkim?.Status ?? 'unknown'}`,
      help,
    );
  return ok(`SES has verified ${domain} and signs its e-mails`);
}

const withoutSms = (region: string): Finding =>
  warning(
    `SNS sends no SMS from ${region}: no codes by SMS`,
    'leave `sms` out of the MFA methods of tenants, or send them with messageSender',
  );

export const smsSandbox: Check = {
  name: 'the SMS sandbox of SNS',
  needs: 'sns:GetSMSSandboxAccountStatus',
  isNeeded: hasMailer,
  look: async ({ clients, region }) => {
    if (!sendsSms(region)) return [withoutSms(region)];
    const { IsInSandbox } = await clients.sns.send(new GetSMSSandboxAccountStatusCommand({}));
    return [
      IsInSandbox
        ? warning(
            'SNS is in the SMS sandbox: it sends to ten verified numbers at most',
            `https://console.aws.amazon.com/sns/v3/home?region=${region}#/mobile/text-messaging: exit SMS sandbox`,
          )
        : ok('SNS sends SMS to any number'),
    ];
  },
};

export const smsSpend: Check = {
  name: 'the SMS spending quota of SNS',
  needs: 'sns:GetSMSAttributes',
  isNeeded: hasMailer,
  look: async ({ clients, settings: { smsBudget }, region }) => {
    if (!sendsSms(region)) return [];
    const { attributes } = await clients.sns.send(new GetSMSAttributesCommand({ attributes: ['MonthlySpendLimit'] }));
    const set = `aws sns set-sms-attributes --attributes MonthlySpendLimit=${smsBudget} --region ${region}; above your quota, ask in Service Quotas, Amazon SNS`;
    if (!attributes?.MonthlySpendLimit)
      return [warning('SNS spends on SMS what the account’s quota allows, in new accounts 1 USD a month', set)];
    const limit = Number(attributes.MonthlySpendLimit);
    if (limit === smsBudget) return [ok(`SNS spends ${limit} USD a month on SMS at most`)];
    return [
      limit < smsBudget
        ? warning(`SNS stops SMS at ${limit} USD a month, before the alarm at 80 % of smsBudget ${smsBudget}`, set)
        : warning(`SNS spends up to ${limit} USD a month on SMS, more than smsBudget ${smsBudget}`, set),
    ];
  },
};
