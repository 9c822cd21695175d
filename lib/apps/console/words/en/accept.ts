// The texts of the page that accepts an invitation of an admin, in English.
export const en = {
  title: 'Become an admin',
  lead: 'You are invited to the console of this deployment, as {role}.',
  for: 'The invitation is for {address}. Its link works until {time}.',
  signedIn: 'You are signed in as {email}. If you accept, this browser is signed in as the new admin instead.',
  submit: 'Set the password and sign in',
  over: 'This invitation no longer works',
  overLead: 'It was used, revoked or is too old. Ask an owner of the deployment to send it again.',
  incomplete: 'This link is not complete',
  incompleteLead: 'Open it from the message again, or copy all of it.',
  toConsole: 'To the console',
};
