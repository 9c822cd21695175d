// Settings of e-mail and SMS.
import { areValid } from '../functions-environment.ts';
import { type Setting, text, whole } from '../setting.ts';

export const MESSAGES = {
  sender: text(
    'The sender of e-mails. Without it there is no mailer, and codes, invitations and notices are not sent.',
    'an address such as no-reply@example.com or Example <no-reply@example.com>',
    (given) => areValid({ GATEHOUSE_SENDER: given }),
  ),
  smsBudget: whole('US dollars per month for SMS. An alarm is raised at 80 %.', 30, 1, 100_000),
} as const satisfies Record<string, Setting>;
