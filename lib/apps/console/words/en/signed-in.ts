// The texts of the page that admins come back to from the identity provider, in English.
export const en = {
  title: 'Signing in',
  lead: 'The identity provider knows you. One step is left.',
  stranger: 'You are not an admin here',
  strangerLead:
    'No admin has this account, or the provider has not verified its address. Ask an owner of the deployment to invite you, accept, then sign in with the provider.',
  over: 'This sign-in is over',
  overLead: 'It took longer than ten minutes, was used already, or began in another browser. Start again.',
  refused: 'The identity provider did not sign you in',
  refusedLead: 'You may have cancelled there. Start again; if it stays, tell who runs this deployment.',
  toSignIn: 'Sign in with a password',
};
