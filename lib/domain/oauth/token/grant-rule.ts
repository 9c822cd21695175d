// Defines the rule of a grant.
import type { Form } from '../../../contract/index.ts';
import type { Application } from '../../../store/applications/applications.ts';
import type { ProvedKey } from '../../sessions/bound-tokens.ts';
import type { Client } from '../../sessions/caller.ts';
import type { TokenReply } from '../token-reply.ts';

export type TokenForm = Form<'POST /oauth2/token'>;
/**
 * `application` is authenticated and may use the grant. `key`: what it has proved, which the rule uses up after it has
 * opened the grant.
 */
export type GrantRule = (
  application: Application,
  form: TokenForm,
  client: Client,
  key: ProvedKey,
) => Promise<TokenReply>;
