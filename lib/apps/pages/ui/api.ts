// Holds the client of the service that all pages share. Tokens are in cookies, which no script can read.
import { createUserClient, type UserClient } from '../../../packages/client/index.ts';
import { base } from '../../kit/base.ts';

export { asError, pageUrl } from '../../kit/base.ts';

export const api: UserClient = createUserClient({ baseUrl: base, delivery: 'cookie' });
