// Makes calls of the OpenID provider succeed.
import type { oauth } from '../../../../../lib/contract/oauth.ts';
import { basicOf, newMachine } from '../../../applications.ts';
import type { Recipes } from '../recipe.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

export const recipes = {
  'POST /oauth2/token': {
    'client credentials': async ({ tenant }) => ({
      raw: 'grant_type=client_credentials',
      headers: { ...FORM, ...basicOf(await newMachine(tenant)) },
    }),
  },
} satisfies Record<keyof typeof oauth, Recipes>;
