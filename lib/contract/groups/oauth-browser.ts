// Declares the endpoints of the OpenID provider to which browsers are sent, and userinfo. They are part of the group
// `oauth`.
import * as z from 'zod/mini';
import { named, TENANT, USER } from '../documentation.ts';
import { contract } from '../operation.ts';
import { branding } from '../records.ts';
import type { Scope } from '../scopes.ts';
import { redirect, redirectOrForm } from '../shapes.ts';

export const PROMPTS = ['none', 'login', 'select_account', 'create', 'consent'] as const;
/** The login had a second factor. The name is that of OpenID PAPE, which libraries and services know. */
export const MFA_ACR = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';
/** The login was by a passkey, which a page of another site cannot get (OpenID Connect EAP ACR Values 1.0). It has both factors. */
export const PHISHING_RESISTANT_ACR = 'phr';
export const ACR_VALUES: readonly string[] = [PHISHING_RESISTANT_ACR, MFA_ACR];
/** Claims of the scope `profile`: members of the user's metadata, if they are texts. The user's own name comes first. */
export const PROFILE_CLAIMS = [
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'locale',
  'zoneinfo',
] as const;
/** The claims that a scope opens (OpenID Connect Core 5.4). */
export const OPENED_BY = {
  profile: [...PROFILE_CLAIMS, 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
} as const satisfies Partial<Record<Scope, readonly string[]>>;
export type OpenedClaim = (typeof OPENED_BY)[keyof typeof OPENED_BY][number];
export const opened: readonly OpenedClaim[] = Object.values(OPENED_BY).flat();
/** How the browser brings the response. `form_post`: in a form (OAuth 2.0 Form Post Response Mode). */
export const RESPONSE_MODES = ['query', 'form_post'] as const;

const text = z.optional(z.string());

/** Their values are checked by the row: an error goes to the application, once it is known (RFC 6749 4.1.2.1). */
export const authorizeParameters = z.object({
  client_id: text,
  redirect_uri: text,
  response_type: text,
  response_mode: text,
  scope: text,
  state: text,
  nonce: text,
  code_challenge: text,
  code_challenge_method: text,
  prompt: text,
  max_age: text,
  login_hint: text,
  id_token_hint: text,
  ui_locales: text,
  acr_values: text,
  claims: text,
  dpop_jkt: text,
  tenant: text,
  resource: text,
  request: text,
  request_uri: text,
  registration: text,
});

const logoutParameters = z.object({
  id_token_hint: text,
  client_id: text,
  post_logout_redirect_uri: text,
  state: text,
  ui_locales: text,
  logout_hint: text,
});

const resumed = { resume: text };
const tenantRefusal = z.object({
  reason: z.enum(['tenant_not_found', 'tenant_not_served']),
  name: z.nullable(z.string()),
});

const userinfo = z.object({
  sub: z.string(),
  tid: z.string(),
  name: text,
  given_name: text,
  family_name: text,
  middle_name: text,
  nickname: text,
  preferred_username: text,
  profile: text,
  picture: text,
  website: text,
  gender: text,
  birthdate: text,
  locale: text,
  zoneinfo: text,
  updated_at: z.optional(z.int()),
  email: text,
  email_verified: z.optional(z.boolean()),
  phone_number: text,
  phone_number_verified: z.optional(z.boolean()),
});

export const requestedTenant = z.object({ id: z.string(), slug: z.string(), name: z.string() });

export const requestingApplication = z.object({ id: z.string(), name: z.string() });

const askedFor = z.object({
  application: requestingApplication,
  tenant: z.nullable(requestedTenant),
  refusal: z.nullable(tenantRefusal),
  loginHint: z.nullable(z.string()),
  uiLocales: z.nullable(z.string()),
  prompt: z.array(z.enum(PROMPTS)),
  isSignupOpen: z.boolean(),
  branding,
});

export const askedScope = z.object({ name: z.string(), text: z.nullable(z.string()) });
export const askedResource = z.object({ name: z.string(), uri: z.string() });
export const consentingAccount = z.object({ id: z.string(), address: z.nullable(z.string()) });
const unregisteredClient = z.object({ host: z.string(), claimedName: z.nullable(z.string()) });
const consentQuestion = z.object({
  application: requestingApplication,
  isThirdParty: z.boolean(),
  unregistered: z.nullable(unregisteredClient),
  destination: z.string(),
  resource: z.nullable(askedResource),
  scopes: z.array(askedScope),
  account: consentingAccount,
  tenant: requestedTenant,
  uiLocales: z.nullable(z.string()),
  branding,
});
const consent = z.object({ resume: z.string().check(z.maxLength(4096)), userId: z.string().check(z.maxLength(128)) });
const consented = z.object({ resume: z.string() });

const forBrowsers = {
  access: 'public',
  rate: 'read',
  reply: redirect,
  errorForm: 'endpoint',
  extension: true,
} as const;

const forUserinfo = {
  access: 'public',
  rate: 'read',
  reply: userinfo,
  status: 200,
  errors: [
    'NO_AUTH_PROVIDED',
    'CONFLICTING_CREDENTIALS',
    'INVALID_TOKEN',
    'SESSION_NOT_FOUND',
    'ACCOUNT_INACTIVE',
    'FORBIDDEN',
  ],
  errorForm: 'resource',
  browser: { anyOrigin: true },
  extension: true,
} as const;

export const oauthBrowser = contract({
  'GET /oauth2/authorize': {
    ...forBrowsers,
    reply: redirectOrForm,
    name: 'authorize',
    summary: 'Ask for a code for the user of this browser (RFC 6749 4.1.1)',
    query: z.object({ ...authorizeParameters.shape, ...resumed, cancel: text }),
    input: { rawQuery: true },
    status: 302,
    errors: ['CONFLICTING_CREDENTIALS'],
    browser: { reload: 'session' },
  },
  'POST /oauth2/authorize': {
    ...forBrowsers,
    name: 'authorizeForm',
    summary: 'Ask for a code by a form',
    form: authorizeParameters,
    status: 303,
  },
  'GET /oauth2/request': {
    name: 'request',
    summary: 'Get what an application asked the login page for',
    access: 'public',
    query: z.object(resumed),
    reply: askedFor,
    errors: ['SSO_STATE_INVALID'],
    extension: true,
  },
  'GET /oauth2/consent': {
    name: 'consentQuestion',
    summary: 'Get what the consent page asks the user',
    access: 'user',
    rate: 'read',
    query: z.object(resumed),
    reply: consentQuestion,
    status: 200,
    errors: ['SSO_STATE_INVALID'],
    extension: true,
  },
  'POST /oauth2/consent': {
    name: 'consent',
    summary: 'Allow an application what it asks for',
    access: 'user',
    rate: 'write',
    body: consent,
    reply: consented,
    status: 200,
    errors: ['SSO_STATE_INVALID'],
    extension: true,
  },
  'GET /oauth2/userinfo': { ...forUserinfo, name: 'userinfo', summary: 'Get the claims about the user' },
  'POST /oauth2/userinfo': { ...forUserinfo, name: 'userinfoByPost', summary: 'Get the claims about the user by POST' },
  'GET /oauth2/logout': {
    ...forBrowsers,
    name: 'logout',
    summary: 'Sign this browser out (RP-Initiated Logout 1.0)',
    query: z.object({ ...logoutParameters.shape, ...resumed }),
    input: { rawQuery: true },
    status: 302,
    errors: ['CONFLICTING_CREDENTIALS'],
    browser: { reload: 'session', cookies: 'may-end-session' },
  },
  'POST /oauth2/logout': {
    ...forBrowsers,
    name: 'logoutForm',
    summary: 'Sign this browser out by a form',
    form: logoutParameters,
    status: 303,
  },
});

const RESUME = { resume: 'The text that the page got. It contains the request.' };
export const AUTHORIZE = {
  client_id: 'The id of the application, prefix `app_`, or the https address of its document.',
  redirect_uri: 'Where the browser returns to. It must equal a registered address.',
  response_type: 'Always `code`.',
  response_mode: '`query`, which is the default, or `form_post`, for http addresses.',
  scope: 'Of `openid`, `profile`, `email`, `phone`, `offline_access` and `account`, separated by spaces.',
  state: 'Comes back with the response; at most 1024 characters.',
  nonce: 'Comes back in the id token; at most 512 characters.',
  code_challenge:
    'The S256 hash of a secret that the application keeps (RFC 7636). Required, unless the application has `pkce: optional`.',
  code_challenge_method: 'Always `S256`.',
  prompt:
    '`none`, or any of `login`, `select_account`, `create` and `consent`. `none` alone fails with `consent_required` where the user must be asked.',
  max_age: 'The greatest age of the login in seconds.',
  login_hint: 'The address that the login page fills in.',
  id_token_hint: 'An id token of the user whom the application expects.',
  ui_locales: 'The languages of the pages, best first.',
  acr_values:
    '`http://schemas.openid.net/pape/policies/2007/06/multi-factor`: `acr` says whether the login had a second factor. `phr`: whether it was phishing-resistant, by a passkey. `acr` is the first of the values that the login has.',
  claims:
    'JSON with single claims for `userinfo` and `id_token` (OpenID Connect Core 5.5), at most 2048 characters. A required `sub` or essential `acr` is met, or the login fails.',
  dpop_jkt: 'The thumbprint of the key to which the code is bound (RFC 9449 10).',
  tenant: 'The id or slug of the tenant to log in to.',
  resource: 'The URI of the protected resource that the token is for (RFC 8707), one at a time.',
  request: 'Not supported: `request_not_supported`.',
  request_uri: 'Not supported: `request_uri_not_supported`.',
  registration: 'Not supported: `registration_not_supported`.',
};
const LOGOUT = {
  id_token_hint: 'An id token of this session. With it, nothing is asked.',
  client_id: 'The id of the application. It must be that of the id token.',
  post_logout_redirect_uri: 'Where the browser goes then. It must equal a registered address.',
  state: 'Comes back with the browser; at most 1024 characters.',
  ui_locales: 'The languages of the pages, best first.',
  logout_hint: 'Has no effect.',
};

/** Describes these operations for openapi.json. */
export const oauthBrowserDocs = {
  'GET /oauth2/authorize': {
    description:
      'Redirects to `redirect_uri` with `code`, `state` and `iss`, or with `error`; or to the login page, which returns ' +
      'here with `resume`. With `form_post`, a page of status 200 posts them. It redirects to an error page without a registered `redirect_uri`, and if the user has chosen ' +
      'an account that the application does not serve or the request does not ask for.',
    query: {
      ...AUTHORIZE,
      ...RESUME,
      cancel: 'With `resume`: the user goes back, and the application gets `access_denied`.',
    },
  },
  'POST /oauth2/authorize': { description: 'Redirects to the same address with the fields as its query.' },
  'GET /oauth2/request': {
    description:
      'Serves the login page. It logs no one in and uses nothing up. A text that is altered or has expired is SSO_STATE_INVALID.',
    query: RESUME,
  },
  'GET /oauth2/consent': {
    description:
      'Serves the consent page. It uses nothing up. A text that is altered or has expired, and a request that the account cannot meet, is SSO_STATE_INVALID.',
    query: RESUME,
  },
  'POST /oauth2/consent': {
    description:
      'Serves the consent page, and refuses every other origin. The reply is accepted by `GET /oauth2/authorize` for a minute, for this user. Nothing is written if the user has allowed the same before.',
  },
  'GET /oauth2/userinfo': {
    description: 'The token is read from the header alone. Its session needs the scope `openid`.',
  },
  'POST /oauth2/userinfo': { description: 'The token is read from the header alone.' },
  'GET /oauth2/logout': {
    description:
      'Ends the session of the browser, with the sessions of applications that began from it. Without an id token of ' +
      'this session it redirects to a page where the user confirms.',
    query: { ...LOGOUT, ...RESUME },
  },
  'POST /oauth2/logout': { description: 'Redirects to the same address with the fields as its query.' },
};

export const oauthBrowserShapes = () => [
  named(
    consentQuestion,
    'ConsentQuestion',
    'What the user is asked to allow.',
    {
      application: 'The application.',
      isThirdParty: 'Whether others make it than those who run this service: its name proves nothing.',
      unregistered: 'What is known of it if it is not registered here. `null`: it is.',
      destination: 'The host to which the browser returns, or the scheme of an app.',
      resource: 'The protected resource that it asks for. `null`: this service.',
      scopes: 'What it asks for.',
      account: 'The account of this browser.',
      tenant: 'The tenant of the account.',
      uiLocales: 'The languages of the pages, best first.',
      branding: 'The face of the tenant.',
    },
    { isThirdParty: true, unregistered: null, destination: 'shop.example.com', resource: null, uiLocales: null },
  ),
  named(
    unregisteredClient,
    'UnregisteredClient',
    'An application that describes itself by a document.',
    { host: 'The host of the document, which the user can trust.', claimedName: 'What it calls itself.' },
    { host: 'client.example.com', claimedName: 'Assistant' },
  ),
  named(
    askedResource,
    'AskedResource',
    'The protected resource that an application asks for.',
    { name: 'Its name.', uri: 'Its address.' },
    { name: 'Notes', uri: 'https://api.example.com/notes' },
  ),
  named(
    askedScope,
    'AskedScope',
    'What an application asks for.',
    { name: 'The scope.', text: 'What it means, if it is one of the protected resource.' },
    { name: 'email', text: null },
  ),
  named(
    consentingAccount,
    'ConsentingAccount',
    'The account that is asked.',
    { id: 'Its id, prefix `usr_`.', address: 'Its email address, else its phone number.' },
    { id: USER, address: 'ada@example.com' },
  ),
  named(
    consent,
    'ConsentRequest',
    'The agreement of the user.',
    {
      resume: 'The text that the page got. It contains the request.',
      userId: 'The account that the page showed.',
    },
    { resume: 'eyJr', userId: USER },
  ),
  named(
    consented,
    'Consent',
    'The request with the agreement.',
    { resume: 'The text to go on with.' },
    { resume: 'eyJr' },
  ),
  named(authorizeParameters, 'AuthorizationRequest', 'An authorization request.', AUTHORIZE, { response_type: 'code' }),
  named(logoutParameters, 'LogoutRequest', 'A request to sign out.', LOGOUT),
  named(
    askedFor,
    'RequestedLogin',
    'What an application asked the login page for.',
    {
      application: 'The application.',
      tenant: 'The tenant to log in to. `null`: the user chooses, or `refusal` says why there is none.',
      refusal: 'Why the tenant that the request names cannot be used.',
      loginHint: 'The address to fill in.',
      uiLocales: 'The languages of the pages, best first.',
      prompt: 'What the page must ask for.',
      branding: 'The face of the page: that of the tenant, else that of the deployment.',
      isSignupOpen: 'Whether people can sign up.',
    },
    { tenant: null, refusal: null, loginHint: null, uiLocales: null, prompt: ['login'], isSignupOpen: true },
  ),
  named(
    requestingApplication,
    'RequestingApplication',
    'The application that sent the browser.',
    { id: 'Its id, prefix `app_`, or the address of its document.', name: 'Its name, or the host of that.' },
    { id: 'app_Q2xvdWR5IG1vcm5pbmcgYW', name: 'Shop' },
  ),
  named(
    requestedTenant,
    'RequestedTenant',
    'The tenant to log in to.',
    { id: 'Its id, prefix `ten_`.', slug: 'Its slug.', name: 'Its name.' },
    { id: TENANT, slug: 'acme', name: 'Acme' },
  ),
  named(
    tenantRefusal,
    'RefusedTenant',
    'Why a tenant cannot be used.',
    {
      reason:
        '`tenant_not_found`: it does not exist or is disabled. `tenant_not_served`: the application is not for it.',
      name: 'Its name, if it exists.',
    },
    { name: 'Acme' },
  ),
  named(
    userinfo,
    'UserInfo',
    'The claims that the scopes open (OpenID Connect Core 5.4).',
    {
      sub: 'The id of the user.',
      tid: 'The id of the tenant.',
      name: 'The name that the user or an admin has set, else that of the metadata.',
      given_name: 'The given name, from the metadata of the user, like the next ones.',
      family_name: 'The family name.',
      middle_name: 'The middle name.',
      nickname: 'The nickname.',
      preferred_username: 'The name that the user prefers.',
      profile: 'The address of a page about the user.',
      picture: 'The address of a picture.',
      website: 'The address of the page of the user.',
      gender: 'The gender.',
      birthdate: 'The date of birth, as YYYY-MM-DD.',
      locale: 'The language of the account, else that of the metadata.',
      zoneinfo: 'The time zone.',
      updated_at: 'When the user last changed, in seconds.',
      email: 'The email address.',
      email_verified: 'Whether it is verified.',
      phone_number: 'The phone number.',
      phone_number_verified: 'Whether it is verified.',
    },
    { sub: USER, tid: TENANT },
  ),
];
