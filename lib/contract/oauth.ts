// Declares the endpoints of the OpenID provider that applications call. Their errors have the form of OAuth.
import * as z from 'zod/mini';
import { documented, named, TENANT } from './documentation.ts';
import { oauthBrowser, oauthBrowserDocs, oauthBrowserShapes } from './oauth-browser.ts';
import { contract } from './operation.ts';

const text = (most: number) => z.optional(z.string().check(z.maxLength(most)));

/** How an application authenticates in a form (RFC 6749 2.3.1, RFC 7523 2.2). The header is the other way. */
const clientForm = {
  client_id: text(128),
  client_secret: text(256),
  client_assertion_type: text(128),
  client_assertion: text(8192),
};

const tokenForm = z.object({
  ...clientForm,
  grant_type: z.string().check(z.maxLength(128)),
  code: text(8192),
  redirect_uri: text(1024),
  code_verifier: text(128),
  refresh_token: text(8192),
  scope: text(2048),
  tenant: text(128),
});

const tokenReply = z.object({
  access_token: z.string(),
  token_type: z.enum(['Bearer', 'DPoP']),
  expires_in: z.int(),
  refresh_token: z.optional(z.string()),
  id_token: z.optional(z.string()),
  scope: z.optional(z.string()),
});

export const oauth = contract({
  ...oauthBrowser,
  'POST /oauth2/token': {
    name: 'token',
    summary: 'Get tokens for a grant (RFC 6749 3.2)',
    access: 'client',
    rate: 'credential',
    form: tokenForm,
    reply: tokenReply,
    status: 200,
    errors: ['INVALID_GRANT', 'INVALID_SCOPE', 'UNAUTHORIZED_CLIENT', 'UNSUPPORTED_GRANT_TYPE'],
    errorForm: 'endpoint',
    anyOrigin: true,
    extension: true,
  },
});

const CLIENT_FORM = {
  client_id: 'The id of the application, prefix `app_`. Absent if the header has it.',
  client_secret: 'A secret of the application. Absent if the header has it.',
  client_assertion_type: 'Always `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`.',
  client_assertion: 'A JWT that the application signed (RFC 7523).',
};

/** What openapi.json says about this group. */
export const oauthDocs = () =>
  documented(oauth, {
    description:
      'The endpoints of OAuth 2 and OpenID Connect. Applications call them with the library of their language. Errors have the form of `OAuthError`.',
    operations: {
      ...oauthBrowserDocs,
      'POST /oauth2/token': {
        description: 'A field may be sent once. An empty field counts as absent.',
      },
    },
    shapes: [
      ...oauthBrowserShapes(),
      named(
        tokenForm,
        'TokenRequest',
        'The grant that is exchanged for tokens.',
        {
          ...CLIENT_FORM,
          grant_type: '`authorization_code`, `refresh_token` or `client_credentials`.',
          code: 'The code that the browser brought.',
          redirect_uri: 'The redirect URI of the request that the code belongs to.',
          code_verifier: 'The secret behind the `code_challenge` of that request (RFC 7636).',
          refresh_token: 'The refresh token that is exchanged.',
          scope: 'The scopes, separated by spaces. Default: all that the grant allows.',
          tenant:
            'For `client_credentials`: the tenant that the token is for. Default: the only one that the application serves.',
        },
        { grant_type: 'client_credentials', tenant: TENANT },
      ),
      named(
        tokenReply,
        'TokenResponse',
        'Tokens (RFC 6749 5.1).',
        {
          access_token: 'The access token (RFC 9068).',
          token_type: '`Bearer`, or `DPoP` for a token that is bound to a key.',
          expires_in: 'The lifetime of the access token in seconds.',
          refresh_token: 'The refresh token. It works once.',
          id_token: 'The id token, for the scope `openid`.',
          scope: 'The scopes that the token has.',
        },
        { access_token: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9...', token_type: 'Bearer', expires_in: 900 },
      ),
    ],
  });
