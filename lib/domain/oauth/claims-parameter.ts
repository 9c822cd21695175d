// Reads the parameter `claims` (OpenID Connect Core 5.5): single claims, for the id token or for userinfo. It opens what a
// scope would open, so an application gets nothing by it that it could not ask for by a scope.
import * as z from 'zod/mini';
import { MFA_ACR, type OpenedClaim, opened } from '../../contract/groups/oauth-browser.ts';
import { knownIn } from './acr.ts';

const entry = z.nullable(
  z.object({
    essential: z.optional(z.boolean()),
    value: z.optional(z.unknown()),
    values: z.optional(z.array(z.unknown())),
  }),
);
type Entry = z.output<typeof entry>;
const entries = z.optional(z.nullable(z.record(z.string(), entry)));
const parameter = z.object({ userinfo: entries, id_token: entries });

export type AskedClaims = {
  userinfo: OpenedClaim[];
  idToken: OpenedClaim[];
  /** Each value that `sub` must have (Core 5.5.1). */
  subjects: unknown[];
  /** The classes that the id token is to tell, in the order of preference. */
  acr: string[];
  /** An essential `acr` with values must be met, or the login fails (Core 5.5.1.1). */
  isAcrEssential: boolean;
};

/** Returns what is asked for; `undefined` for a text of another form. Unknown members are ignored. */
export function claimsIn(text: string | undefined): AskedClaims | undefined {
  const { data } = z.safeParse(parameter, text === undefined ? {} : parsed(text));
  if (!data) return undefined;
  const { userinfo, id_token: idToken } = data;
  const acr = own(idToken, 'acr');
  const levels = valuesOf(acr);
  return {
    userinfo: namesIn(userinfo),
    idToken: namesIn(idToken),
    subjects: [userinfo, idToken].flatMap((asked) => valuesOf(own(asked, 'sub'))),
    acr: acr === undefined ? [] : levels.length ? knownIn(levels) : [MFA_ACR],
    isAcrEssential: acr?.essential === true && levels.length > 0,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Entries = z.output<typeof entries>;

const own = (asked: Entries, name: string): Entry | undefined =>
  asked && Object.hasOwn(asked, name) ? asked[name] : undefined;
const valuesOf = (asked: Entry | undefined): unknown[] => [
  ...(asked?.value === undefined ? [] : [asked.value]),
  ...(asked?.values ?? []),
];
const namesIn = (asked: Entries): OpenedClaim[] => opened.filter((name) => own(asked, name) !== undefined);
