// Finds a client that is not registered where no user is present, as its document described it when it was read last. It is read
// anew for a user alone: the one whose session the request shows.
import type { ApplicationId, UserId } from '../../../platform/ids.ts';
import { type Application, applicationKey, unregistered } from '../../../store/applications/applications.ts';
import { describedBy, lastDocument } from '../../../store/applications/client-documents.ts';
import { getMany } from '../../../store/dynamo/table.ts';
import { isUsableIn } from '../../application-standing.ts';
import { actorFrom, idsIn } from '../../sessions/authenticate.ts';
import { keysOf } from '../../sessions/browser-session.ts';
import * as tokens from '../../sessions/tokens.ts';
import type { DocumentProblem } from '../dead-ends.ts';
import { documentOf } from './document.ts';

/** `isSigned`: the request proves itself by a key. */
type Shown = { isSigned: boolean; refreshToken: string | undefined };

/**
 * Returns the client, or why its document could not be read. A document that is over is read anew before keys count, and for
 * the refresh token of a live session alone. A code is a minute old at most, so its document was fresh then; what shows
 * neither gets nothing.
 */
export async function describedClient(
  id: ApplicationId,
  { isSigned, refreshToken }: Shown,
): Promise<Application | DocumentProblem> {
  const [item] = await getMany([applicationKey(id)]);
  const last = lastDocument(id, item);
  const isGood = last && (last.isFresh || !(last.jwks.length || isSigned));
  const user = isGood || refreshToken === undefined ? undefined : await userBehind(id, refreshToken);
  const read = user ? await documentOf(id, user, item) : last;
  return typeof read === 'string' ? read : read ? describedBy(id, read) : unregistered(id);
}

/** Returns the user of a live session of the client, which may use it now. */
async function userBehind(id: ApplicationId, refreshToken: string): Promise<UserId | undefined> {
  const claims = await tokens.readRefreshOf(id, refreshToken);
  const ids = typeof claims === 'string' ? undefined : idsIn(claims);
  const actor = ids && (await actorFrom(ids, await getMany(keysOf({ ids }))));
  if (!actor || actor.session.application?.id !== id || actor.user.mustChangePassword) return undefined;
  return isUsableIn(unregistered(id), actor.tenant, actor.session.createdAt) ? actor.user.id : undefined;
}
