// The attacker steals one thing: each case has at most one theft, of one artefact.
import { now } from '../../../lib/platform/clock.ts';
import { MINUTE } from '../../support/api.ts';
import { endOf } from '../oracle/sessions.ts';
import { ATTACKER } from '../world/case.ts';
import type * as E from '../world/entities.ts';
import { knows, learn } from '../world/knowledge.ts';
import { named, note, type World } from '../world/world.ts';
import { command } from './command.ts';
import { newestCopies, owners, sessionOf } from './shared.ts';

type Theft = { what: string; of: string };

/** What can be stolen of others, by kind. The same kinds are listed in docs/explanation/model.md. */
const LOOT: Record<string, (world: World) => string[]> = {
  /** Tokens of a session, as a copied device or cookie holds them. */
  tokens: (world) => live(world),
  'an access token': (world) => live(world),
  'a password': (world) =>
    world.passwords.filter(({ value, ended }) => !ended && !knows(world, ATTACKER, value)).map(({ name }) => name),
  'a code': (world) =>
    world.messages.filter(({ code, used, at }) => code && !used && now() - at < 9 * MINUTE).map(({ name }) => name),
  'a link token': (world) => world.linkTokens.filter(({ used }) => !used).map(({ name }) => name),
  'an id token': (world) => world.idTokens.filter(({ person }) => person !== ATTACKER).map(({ name }) => name),
  'an exchange code': (world) => world.exchangeCodes.filter(({ used }) => !used).map(({ name }) => name),
  'a mailbox': (world) => owners(world).map(({ name }) => name),
  'a phone': (world) => owners(world).map(({ name }) => name),
  'recovery codes': (world) =>
    world.recovery.filter(({ by, ended }) => by !== ATTACKER && !ended).map(({ name }) => name),
  'a trusted device': (world) =>
    world.trusts.filter(({ holder, used }) => holder !== ATTACKER && !used).map(({ name }) => name),
};

const live = (world: World): string[] =>
  owners(world).flatMap(({ name }) =>
    newestCopies(world, name)
      .filter((copy) => !endOf(world, sessionOf(world, copy)))
      .map(({ session }) => `${name}'s ${session}`),
  );

const TAKE: Record<keyof typeof LOOT, (world: World, of: string) => void> = {
  tokens: (world, of) => void world.copies.push({ ...stolenCopy(world, of), holder: ATTACKER }),
  'an access token': (world, of) =>
    void world.copies.push({ ...stolenCopy(world, of), holder: ATTACKER, refresh: 'not stolen' }),
  'a password': (world, of) => learn(world, ATTACKER, named(world.passwords, of).value),
  'a code': (world, of) => learn(world, ATTACKER, named(world.messages, of).code!),
  'a link token': (world, of) => learn(world, ATTACKER, named(world.linkTokens, of).value),
  'an id token': (world, of) => learn(world, ATTACKER, named(world.idTokens, of).value),
  'an exchange code': (world, of) => learn(world, ATTACKER, named(world.exchangeCodes, of).value),
  'a mailbox': (world, of) => tapInto(world, world.people.get(of)!.email),
  'a phone': (world, of) => tapInto(world, world.people.get(of)!.phone),
  'recovery codes': (world, of) => {
    for (const code of named(world.recovery, of).codes) learn(world, ATTACKER, code);
  },
  'a trusted device': (world, of) =>
    void world.trusts.push({ ...named(world.trusts, of), name: `stolen ${of}`, holder: ATTACKER }),
};

const tapInto = (world: World, address: string): void => {
  world.taps.set(ATTACKER, new Set([address]));
};

function stolenCopy(world: World, of: string): E.Copy {
  const [owner, session] = of.split("'s ") as [string, string];
  return newestCopies(world, owner).find((copy) => copy.session === session)!;
}

export const steal = command<Theft>({
  name: 'steal',
  group: 'theft',
  weight: 10,
  routes: [],
  options: (world) =>
    world.stolen
      ? []
      : Object.entries(LOOT).flatMap(([what, find]) =>
          find(world)
            .slice(-3)
            .map((of) => ({ what, of })),
        ),
  run: async (world, { what, of }) => {
    world.stolen = what;
    TAKE[what]!(world, of);
    note(world, `${ATTACKER} steals ${what} (${of})`);
  },
});
