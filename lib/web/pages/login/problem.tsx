// Explains why a request of an application or an identity provider ended here. Texts of the address are never shown.
import type { ClientErrorCode } from '../../../client/index.ts';
import { Page } from '../../ui/page.tsx';
import { explain } from '../../words/errors.ts';
import { say } from '../../words/index.ts';

export function Problem() {
  const code = (new URLSearchParams(location.search).get('code') ?? 'UNEXPECTED_RESPONSE') as ClientErrorCode;
  return (
    <Page title={say('problemTitle')} lead={explain({ code, retryAfter: undefined, requestId: undefined })}>
      <p class="lead">{say('problemLead')}</p>
    </Page>
  );
}
