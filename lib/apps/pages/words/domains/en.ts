// The texts of the domains of an organization in English. The other languages have the same keys.
export const en = {
  domainsLead:
    'Prove with a DNS record that a domain is yours. People with an address there then find this organization by it.',
  noDomains: 'No domain yet. Add the one of your email addresses.',
  addDomain: 'Add a domain',
  domainName: 'Domain',
  domainHint: 'Such as example.com. A sub-domain is a domain of its own.',
  domainAdded: '{name} is added. Create its DNS record, then check it.',
  domainPending: 'Waiting for the record',
  domainVerified: 'Verified',
  domainLost: 'Lost',
  domainLostLead: 'This domain was verified and is not any more. Create the record again: its value has changed.',
  recordLead: 'Create this TXT record where the DNS of the domain is managed.',
  recordWait: 'In the first week we also look for it every hour.',
  recordName: 'Name of the TXT record',
  recordValue: 'Value of the TXT record',
  recordShow: 'DNS record',
  recordKeep: 'Leave it in place: we look for it every day.',
  checkNow: 'Check now',
  checkedFound: 'Checked {at}: the record is there.',
  checkedMissing:
    'Checked {at}: the record is not there. A new record can take up to an hour to appear. Compare name and value: some providers add the domain to the name by themselves. Then check again.',
  checkedUnreachable:
    'Checked {at}: the name servers of the domain gave no usable reply. Try again later, or ask the person who runs them.',
  domainIsVerified: '{name} is verified.',
  domainFailing: 'Daily checks in a row without the record: {count}. With the seventh, the domain is lost.',
  joinTitle: 'How people join',
  joinAsAny: 'Like everyone else',
  joinRole: 'They sign up and get the role {name}',
  joinRoleOther: 'They sign up and get a role',
  joinSso: 'They sign in with {name}',
  joinLead: 'For people with an address at {name} who have no account here. Existing accounts stay as they are.',
  joinHint:
    'It counts while the domain is verified. For a role, sign-up has to be open; a provider has to be switched on.',
  joinSaved: 'How people at {name} join is saved.',
  joinGone: 'This choice is gone. Choose another one.',
  domainRemove: 'Remove…',
  domainRemoveTitle: 'Remove {name}?',
  domainRemoveLead: 'People with an address there join like everyone else again. Existing accounts stay as they are.',
  domainRemoved: '{name} was removed.',
  domainGone: '{name} was changed or removed meanwhile.',
  domainRefused: 'No organization can have this domain: anyone gets mailboxes or names there.',
  domainTaken: 'This domain is in the list already.',
  domainLimit: 'There are twenty domains. Remove one first.',
  domainWrong: 'Enter a domain such as example.com.',
} as const;

/** The texts of domains in a language. */
export type DomainWords = Readonly<Record<keyof typeof en, string>>;
