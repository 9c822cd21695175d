// The texts of requests to join in English, for those who ask and those who decide. The other languages have the same keys.
export const en = {
  joinTitle: 'Ask to join {name}',
  joinLead: 'Some organizations take requests from people with an address of their domain.',
  joinSend: 'Send the link',
  joinSent:
    'If people with the address {identifier} may ask, a message with a link is on its way. The link works for a day.',
  joinClosed: 'People with this address cannot ask to join. Ask a person there for an invitation.',
  joinAsk: 'Send the request',
  joinAskLead: 'The people who manage {name} see your address, and decide.',
  joinOpen: 'Your request is sent',
  joinOpenLead:
    'The people who manage {name} decide. You get an invitation, or a message that they refused. Without a decision you can ask again after {at}.',
  joinAccepted: 'You are invited',
  joinAcceptedLead: 'Follow the link in your invitation to set a password.',
  joinRefused: 'Your request was not accepted',
  joinRefusedLead: 'You can ask again after {at}.',
  joinOver: 'This link does not work',
  joinOverLead: 'It has expired, or {name} takes no requests any more. You can ask again on the sign-in page.',
  joinHave: 'You have an account already',
  joinHaveLead: 'There is an account with your address at {name}. Sign in with it.',
  requestsLead: 'People with an address of a verified domain who ask to join. Each of them has proved their address.',
  noRequests: 'No open requests.',
  askedAt: 'asked {at}',
  waitsUntil: 'waits until {at}',
  accept: 'Accept…',
  acceptTitle: 'Accept {name}?',
  acceptLead: 'They get an invitation, and become a member when they follow its link.',
  refuse: 'Refuse…',
  refuseTitle: 'Refuse {name}?',
  refuseLead: 'They are told by email, and can ask again 30 days after they asked.',
  refuseNow: 'Refuse',
  refusedNow: '{name} was refused.',
  requestGone: 'This request is closed already, or its domain is not yours any more.',
} as const;

/** The texts of requests to join in a language. */
export type JoinWords = Readonly<Record<keyof typeof en, string>>;
