// Settings of e-mail and SMS.
import { areValid } from '../functions-environment.ts';
import { type Setting, text, whole } from '../setting.ts';

export const MESSAGES = {
  sender: text(
    'The sender of e-mails. Without it and without `messageSender` there is no mailer, and codes, invitations and notices are not sent.',
    'an address such as no-reply@example.com or Example <no-reply@example.com>',
    (given) => areValid({ GATEHOUSE_SENDER: given }),
  ),
  messageSender: text(
    'A function of the same account and region that gets each e-mail and SMS and sends it instead of SES and SNS, see [Send your own e-mails](guides/send-your-own-emails.md). What it leaves to Gatehouse needs `sender`.',
    'the ARN of a Lambda function',
    (given) => areValid({ GATEHOUSE_MESSAGE_SENDER: given }),
  ),
  smsBudget: whole('US dollars per month for SMS. An alarm is raised at 80 %.', 30, 1, 100_000),
  mailRate: whole(
    'E-mails per second that this deployment may send. Without it the mailer asks SES for the account’s rate. Set it if others send from the account, too.',
    '',
    1,
    100_000,
  ),
  smsRate: whole(
    'SMS per second that this deployment may send. SNS allows 20 unless AWS has raised it.',
    20,
    1,
    10_000,
  ),
  mailerConcurrency: whole(
    'Mailers that send codes at the same time, each with its part of the rates. One sends about 50 messages per second.',
    2,
    2,
    1000,
  ),
} as const satisfies Record<string, Setting>;
