// Explains why a login with an identity provider ended here. Texts of the address are never shown.
import type { ClientErrorCode } from '../../../packages/client/index.ts';
import { Page } from '../ui/page.tsx';
import { explain } from '../words/errors.ts';
import { say } from '../words/sign-in.ts';
import { loginUrl } from './request.ts';

export function Problem({ code }: { code: string }) {
  const lead = explain({ code: code as ClientErrorCode, retryAfter: undefined, requestId: undefined });
  return (
    <Page title={say('problemTitle')} lead={lead}>
      <a class="button wide" href={loginUrl()}>
        {say('signInAgain')}
      </a>
    </Page>
  );
}
