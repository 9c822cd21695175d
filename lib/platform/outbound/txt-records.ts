// Looks up TXT records. A deployment asks the resolver of its Lambda functions; a local run may name servers of its own.
import { Resolver } from 'node:dns/promises';
import { config } from '../settings/config.ts';

/** Two tries take at most about 4 s, well below the ten seconds of a function. */
const TIMEOUT_MS = 1500;
const TRIES = 2;

/** The errors by which a server says that there is no such record (node:dns, "Error codes"). Others say nothing about it. */
const ABSENT: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/** Returns the texts of the records with this name, each in one piece. `undefined`: no server gave a usable reply. */
export async function findTxt(name: string): Promise<string[] | undefined> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const { dnsServers } = config();
  if (dnsServers) resolver.setServers(dnsServers);
  try {
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
  } catch (error) {
    return ABSENT.includes((error as NodeJS.ErrnoException).code) ? [] : undefined;
  }
}
