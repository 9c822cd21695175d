// Lists every pathway into an account: the proof that it needs, what it gives, and which credentials survive it. The
// oracle checks each row in test/model/oracle; documents are generated from this table.

export type Pathway = {
  pathway: string;
  /** What the caller must show. */
  proof: string;
  /** What the caller gets. */
  gives: string;
  /** What stays valid in the account. Anything else that opened it ends. */
  survives: string;
};

/**
 * The owner of an account is the person who controls the address that was proved first. Before any proof it is the
 * creator, and the owner of the address may take the account over: then everything the creator set up is void.
 */
export const OWNERSHIP = {
  proved: 'the person who controls the address that was proved first',
  unproved: 'the creator, until the owner of an address proves it',
  void: ['password', 'identity', 'second factors', 'recovery codes', 'sessions', 'links', 'the other unproved address'],
} as const;

export const PATHWAYS = [
  {
    pathway: 'sign-up',
    proof: 'none',
    gives: 'a new account whose addresses open nothing yet; in mode `instant` a session',
    survives: 'nothing existed',
  },
  {
    pathway: 'password',
    proof: 'the current password of the account',
    gives: 'a session, pending if a second factor is on',
    survives: 'everything',
  },
  {
    pathway: 'login code',
    proof: 'the newest unused code to an address that is proved, or to the only one that may be proved first',
    gives: 'a session; the first time, the proof of the address',
    survives: 'everything; after a first proof only what the owner of that address set up',
  },
  {
    pathway: 'password reset',
    proof: 'the newest unused reset code, then its token',
    gives: 'a new password, no session',
    survives: 'second factors; no session, code, token, link or trusted device',
  },
  {
    pathway: 'invitation',
    proof: 'the token to the invited address, while the account has no password',
    gives: 'the first password and the proof of the address',
    survives: 'nothing of another person; an unproved second address opens nothing',
  },
  {
    pathway: 'mark of an admin',
    proof: 'an admin with a login of the last 15 minutes',
    gives: 'the proof of the address, by another person than the creator',
    survives: 'what the owner of that address set up',
  },
  {
    pathway: 'identity provider',
    proof: 'an unused id token issued to this client, or an exchange code',
    gives: 'the linked account; or one with the same address if both sides proved it; or a new one',
    survives: 'everything',
  },
  {
    pathway: 'refresh token',
    proof: 'the token of the current generation; the one before for ten seconds, for the same client',
    gives: 'the next generation of the same session',
    survives: 'everything; a replayed token ends the session and its descendants',
  },
  {
    pathway: 'change of tenant',
    proof: 'a live session and the current refresh token there, or a live link',
    gives: 'a session that descends from the shown one, and no fresh proof',
    survives: 'everything',
  },
  {
    pathway: 'second factor',
    proof: 'an unused code of a factor that the owner set up, or an unused recovery code',
    gives: 'the completed session',
    survives: 'everything; recovery codes end with the authenticator',
  },
  {
    pathway: 'trusted device',
    proof: 'the newest token of a device, with the first factor',
    gives: 'a session without the second factor, which is no fresh proof',
    survives: 'everything; a copy that is used ends the trust',
  },
] as const satisfies readonly Pathway[];
