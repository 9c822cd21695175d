// Collects what the service holds about the user of a session, for a file of their own. It is an entry of its own, so that
// other pages do not load it.
import type { UserClient } from './index.ts';

type Of<Group extends keyof UserClient, Name extends keyof UserClient[Group]> = UserClient[Group][Name] extends (
  ...sent: never
) => Promise<infer Reply>
  ? Reply
  : never;

/** Everything about a user that the service holds, except secrets and records in the application's resources. */
export type OwnData = {
  /** ISO 8601. */
  collectedAt: string;
  /** The profile with addresses, metadata, roles and permissions. */
  account: Of<'authentication', 'me'>;
  identities: Of<'sso', 'identities'>['identities'];
  passkeys: Of<'passkeys', 'list'>['passkeys'];
  secondFactor: Of<'mfa', 'status'>;
  sessions: Of<'account', 'sessions'>['sessions'];
  trustedDevices: Of<'account', 'trustedDevices'>['devices'];
  /** The applications that may act for the user. */
  grants: Of<'account', 'grants'>['grants'];
  apiKeys: Of<'apiKeys', 'list'>['apiKeys'];
  /** What the directory of the organization says of the user; `null`: none does. */
  directory: Of<'account', 'directory'>['directory'];
  /** What happened to the account, newest first, as far back as the service keeps it. */
  history: Of<'account', 'audit'>['data'][number][];
};

const LONGEST_PAGE = '100';

/**
 * Returns the data of the user who is signed in. It is made of what each operation replies, so it has no moment in common: what
 * changes meanwhile may be in one part and not in another. Throws what the operations throw.
 */
export async function ownDataOf({
  authentication,
  account,
  mfa,
  passkeys,
  sso,
  apiKeys,
}: UserClient): Promise<OwnData> {
  const collectedAt = new Date().toISOString();
  const [me, identities, keys, secondFactor, sessions, trustedDevices, grants, ownKeys, directory, history] =
    await Promise.all([
      authentication.me(),
      sso.identities().catch(unlessDeployed({ identities: [] })),
      passkeys.list().catch(unlessDeployed({ passkeys: [] })),
      mfa.status(),
      account.sessions(),
      account.trustedDevices(),
      account.grants(),
      apiKeys.list().catch(unlessDeployed({ apiKeys: [] })),
      account.directory(),
      historyOf(account),
    ]);
  return {
    collectedAt,
    account: me,
    identities: identities.identities,
    passkeys: keys.passkeys,
    secondFactor,
    sessions: sessions.sessions,
    trustedDevices: trustedDevices.devices,
    grants: grants.grants,
    apiKeys: ownKeys.apiKeys,
    directory: directory.directory,
    history,
  };
}

/** A deployment may lack the function of a group. */
const unlessDeployed =
  <T>(none: T) =>
  (error: unknown): T => {
    if ((error as { code?: unknown }).code === 'ROUTE_NOT_FOUND') return none;
    throw error;
  };

async function historyOf(account: UserClient['account']): Promise<OwnData['history']> {
  const entries: OwnData['history'] = [];
  let cursor: string | null | undefined;
  do {
    const { data, meta } = await account.audit({ limit: LONGEST_PAGE, ...(cursor && { cursor }) });
    entries.push(...data);
    cursor = meta.nextCursor;
  } while (cursor);
  return entries;
}
