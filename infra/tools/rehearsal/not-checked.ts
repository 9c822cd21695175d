// Lists what a rehearsal cannot find out, for the end of its report. docs/operations.md has what to do about it.

/** What is not checked -> why. */
export const NOT_CHECKED: Readonly<Record<string, string>> = {
  'quotas of the account': 'concurrency, sending rates, spending, and the throttles of other services',
  'policies of the organisation': 'service control policies, permission boundaries and policies of endpoints',
  'encryption keys': 'the hardened profile’s key policy, and what it costs',
  'firewall rules': 'requests reach the API without them',
  'DNS, certificates and TLS': 'the rehearsal’s own address takes the place of the domain, without TLS',
  'a proxy in front of the API': 'what it does to headers and addresses',
  'compression, caching and HTTP/2': 'bodies pass as they are',
  'CPU and start of a function': 'a function has this machine’s processor, with any memory, and another architecture',
  'delivery of e-mails and SMS': 'bounces, complaints, the sandbox, and what countries require of senders',
  'alarms, the dashboard and the log archive': 'nothing here feeds CloudWatch or Firehose',
  'canaries and AWS Backup': 'an alias moves at once, and no backup is taken; `npm run drill` rehearses a restore',
  'rotation schedules and time':
    'what is scheduled runs when it is called; retries and delays are shorter, in proportion',
  'shards of the stream': 'the engine has one; order across shards, splits and parallel batches do not occur',
  'the order of a deployment': 'CloudFormation’s changes, replacements and rollbacks',
};

export const describeNotChecked = (): string[] => Object.entries(NOT_CHECKED).map(([what, why]) => `  ${what}: ${why}`);
