// Lists identity providers that many organizations have, with what their consoles call things. Each has a monogram: logos
// belong to their owners.

export type Preset = Readonly<{
  id: string;
  title: string;
  /** Behind `https://`. A part of the customer's own is in braces. No page loads anything from there. */
  issuer: string;
  /** The steps there, in the words of its console, which are the same in every language. */
  steps: readonly string[];
}>;

export const PRESETS: readonly Preset[] = [
  {
    id: 'entra',
    title: 'Microsoft Entra ID',
    issuer: 'login.microsoftonline.com/{tenant}/v2.0',
    steps: ['App registrations → New registration', 'Redirect URI → Web', 'Certificates & secrets → New client secret'],
  },
  {
    id: 'okta',
    title: 'Okta',
    issuer: '{domain}.okta.com',
    steps: [
      'Applications → Create App Integration → OIDC, Web Application',
      'Sign-in redirect URIs',
      'Client Credentials',
    ],
  },
  {
    id: 'google',
    title: 'Google Workspace',
    issuer: 'accounts.google.com',
    steps: ['APIs & Services → Credentials → OAuth client ID, Web application', 'Authorized redirect URIs'],
  },
  {
    id: 'keycloak',
    title: 'Keycloak',
    issuer: '{host}/realms/{realm}',
    steps: [
      'Clients → Create client → OpenID Connect',
      'Client authentication: On',
      'Valid redirect URIs',
      'Credentials',
    ],
  },
  {
    id: 'auth0',
    title: 'Auth0',
    issuer: '{domain}/',
    steps: ['Applications → Create Application → Regular Web Application', 'Settings → Allowed Callback URLs'],
  },
  { id: 'oidc', title: 'OpenID Connect', issuer: '', steps: [] },
];

/** Returns the letter of a provider. */
export const monogramOf = ({ title }: Pick<Preset, 'title'>): string => (title[0] ?? '').toUpperCase();
