// Serves the exchange of refresh tokens, the most frequent operation: a login storm takes none of its instances.
import { refreshes } from '../lib/contract/groups/refreshes.ts';
import { refresh } from '../lib/domain/sessions/refresh.ts';
import { serve } from '../lib/http/serve.ts';
import { clearingSlot, refreshTokenOf } from '../lib/http/slots.ts';

export const handler = serve(refreshes, {
  'POST /auth/refresh-token': async ({ body, request, client }) =>
    refresh(await refreshTokenOf(request, body), client).catch(clearingSlot(request, body)),
});
