// Declares the test of an identity provider, for admins and for those who manage a tenant.
import * as z from 'zod/mini';
import { named } from '../../documentation.ts';

const providerTestStep = z.object({
  name: z.enum(['client', 'discovery', 'issuer', 'endpoints', 'algorithms', 'authentication', 'keys']),
  isOk: z.boolean(),
  message: z.string(),
});
export const providerTest = z.object({ isOk: z.boolean(), redirectUri: z.string(), steps: z.array(providerTestStep) });

export const providerTestShapes = () => [
  named(
    providerTestStep,
    'ProviderTestStep',
    'A step of the test of an identity provider.',
    {
      name: 'What was tested.',
      isOk: 'Whether it passed.',
      message: 'What was found, as a sentence for people. It may change.',
    },
    { name: 'discovery', message: 'The provider returned its metadata.' },
  ),
  named(
    providerTest,
    'ProviderTest',
    'What the test of an identity provider found.',
    {
      isOk: 'Whether all steps passed.',
      redirectUri: 'The address that must be allowed at the provider.',
      steps: 'The steps, in their order.',
    },
    { redirectUri: 'https://auth.example.com/auth/callback/acme-id' },
  ),
];
