// Explains why a request of an application or an identity provider ended here. Texts of the address are never shown.
import type { ClientErrorCode } from '../../../client/index.ts';
import { Page } from '../../ui/page.tsx';
import { explain } from '../../words/errors.ts';
import { say } from '../../words/sign-in/index.ts';
import { loginUrl } from './request.ts';

/** Codes of the protocol: the application has to begin anew. */
const OF_APPLICATION = { request_expired: 'problemExpired', invalid_request: 'problemRequest' } as const;

export function Problem({ code }: { code: string }) {
  const own = Object.entries(OF_APPLICATION).find(([name]) => name === code)?.[1];
  const lead = own ? say(own) : explain({ code: code as ClientErrorCode, retryAfter: undefined, requestId: undefined });
  return (
    <Page title={say('problemTitle')} lead={lead}>
      {own ? (
        <p class="lead">{say('problemLead')}</p>
      ) : (
        <a class="button wide" href={loginUrl()}>
          {say('signInAgain')}
        </a>
      )}
    </Page>
  );
}
