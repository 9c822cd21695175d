// Makes calls of the OpenID provider succeed.
import type { oauth } from '../../../../../lib/contract/oauth.ts';
import { assertionForm, basicOf, newMachine, newSigner, postForm } from '../../../applications.ts';
import { account, good, type Recipes, type World } from '../recipe.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A call of a machine about a token of its own, and one about the token of a user. */
const aboutToken = {
  'of a machine': async ({ service, tenant }: World) => {
    const headers = basicOf(await newMachine(tenant));
    const reply = await postForm(service, '/oauth2/token', { grant_type: 'client_credentials' }, { headers });
    return shown(good(reply, 'token').access_token, headers);
  },
  'of a user': async (world: World) => {
    const { tokens } = await account(world);
    return shown(tokens.accessToken, basicOf(await newMachine(world.tenant)));
  },
};
const shown = (token: string, headers: Record<string, string>) => ({
  raw: new URLSearchParams({ token }).toString(),
  headers: { ...FORM, ...headers },
});

export const recipes = {
  'POST /oauth2/token': {
    'client credentials': async ({ tenant }) => ({
      raw: 'grant_type=client_credentials',
      headers: { ...FORM, ...basicOf(await newMachine(tenant)) },
    }),
    'signed assertion': async ({ service, tenant }) => {
      const { application, sign } = await newSigner(tenant);
      return { raw: assertionForm(await sign(application.id, service.baseUrl)).toString(), headers: FORM };
    },
  },
  'POST /oauth2/introspect': aboutToken,
  'POST /oauth2/revoke': aboutToken,
} satisfies Record<keyof typeof oauth, Recipes>;
