// Writes docs/explanation/proofs.md: who may prove what, and what survives a proof.
import { pathways } from '../pathways.ts';

const INTRODUCTION = `# Who may prove what

An account has addresses and credentials. This page says what each address is good for, by which pathways a caller shows
that an account is theirs (OWASP ASVS 6.1.3), and which credentials survive. The rules are
\`lib/domain/credentials/proofs.ts\`; the table of pathways is \`lib/contract/pathways.ts\`, from which this page and the
test \`test/attacks/proofs/pathways.test.ts\` are generated.

## What an address is good for

| State | Which address | What it opens |
|---|---|---|
| proved | its owner proved it along a pathway below, or an admin vouched for it | codes for login and reset, links, second factors, links to identities |
| first | nothing about the account is proved yet, and this is its e-mail address, or its phone number if it has no e-mail address | codes for login and reset, and the invitation: they prove it |
| inert | every other unproved address | nothing, until its owner proves it in a session of the account |

It does not matter who typed the address or who made the account: a sign-up, an invitation and an admin can all be
mistaken. An address in another account, or in another tenant, proves nothing.

An inert address does not block its owner: an invitation takes it from the account and makes a new one for its
owner.

## What an unclaimed account is

An account that a sign-up or an unproved identity made is *unclaimed* until one of its addresses is proved: its creator
may have used another person's address. The first proof claims it. Along a pathway that shows that the creator and the
owner of the address are one person, everything survives. Along any other pathway the creator's credentials go with the
proof, in one transaction: password, identities, authenticators, recovery codes, the other address, and, as with every
proof of an address, all sessions, links, trusted devices, codes and tokens. The account keeps its id, its roles and its
metadata, because most creators are the owners. An admin's mark leaves the other address in place, inert.

An account that an admin or an invitation made is not unclaimed: only the person it is for and the admin who vouches
for them have chosen its credentials.

## The pathways
`;

const OUTRO = `
## What follows

* A code proves a mailbox or a number. It never proves a password: of the person who chose the password at sign-up, only
  the client that signed up is known.
* An invitation belongs to one address. Its link counts only while that address is the account's, and only until the
  account has a password. Inviting an address that a stranger has signed up with ends the stranger's access at once, so
  that what is given to the invited account is not given to the stranger.
* A provider joins an account only where both sides have proved the address, or where the account has no way in yet: an
  admin, an invitation or a sign-up that waits for its code made it. It never joins an account that its creator can open.
* An admin's mark is a proof by another person. It says that the address belongs to the user, and nothing about the
  password that an unknown person chose at sign-up.
* Recovery codes end with the second factor they recover, also when an admin switches it off.
* Where a tenant requires a second factor, an account whose address is proved shows that address before it may set up an
  authenticator: a password alone adds no factor. (Unless the tenant allows authenticators alone.)
`;

const survives = (keeps: boolean | undefined): string => {
  if (keeps === undefined) return 'proves no address';
  return keeps ? 'everything' : 'nothing of the creator';
};

/** Returns the page. */
export function proofsPage(): string {
  const rows = Object.entries(pathways).map(
    ([name, pathway]) =>
      `| ${name} | ${pathway.operations.map((route) => `\`${route}\``).join(', ')} | ${pathway.shows} | ${pathway.strength} | ${pathway.gives} | ${survives('keepsCredentials' in pathway ? pathway.keepsCredentials : undefined)} |`,
  );
  const head =
    '| Pathway | Operations | What is shown | Its strength | What it gives | Survives in an unclaimed account |';
  return `${INTRODUCTION}\n${head}\n|---|---|---|---|---|---|\n${rows.join('\n')}\n${OUTRO}`;
}
