// Compares Gatehouse with @ackplus/nest-auth and better-auth, which do the same work on this machine in the same minutes.
// Runs only when it is named: it installs them and takes some minutes.

import { atMost, type Section, type Table } from '../harness/report.ts';
import { scoped } from '../harness/scope.ts';
import { median } from '../harness/stats.ts';
import { startGatehouse, startOther } from '../peers/contenders.ts';
import { type Contender, measure, type Round, type Sample } from '../peers/measure.ts';
import { PACKAGES, PEERS } from '../peers/packages.ts';
import { findPostgres } from '../peers/postgres.ts';
import { CONNECTIONS, type Connections, WORK, type WorkName } from '../peers/work.ts';

const OURS = 'Gatehouse';
const FED = 'Gatehouse and its change feed';
/** CPU time in that of the cheaper peer. Below 1 where a password or a code is checked, two thirds elsewhere. */
const GOALS: Record<WorkName, number> = {
  'sign-up': 1,
  login: 1,
  me: 2 / 3,
  'verify-session': 2 / 3,
  refresh: 2 / 3,
  'second step': 1,
  logout: 2 / 3,
};

export const peers = (): Promise<Section> =>
  scoped(async (own) => {
    const database = await findPostgres();
    if (database) own(database);
    const missing: string[] = [];
    const others: Contender[] = [];
    for (const name of PEERS) {
      try {
        others.push(await startOther(own, name, database));
      } catch (error) {
        missing.push(`${name} is missing: ${String(error).slice(0, 300)}`);
      }
    }
    const ours = [await startGatehouse(own, OURS, { stream: false }), await startGatehouse(own, FED, { stream: true })];
    const rounds = await measure([...ours, ...others]);
    const names = [...ours, ...others].map(({ name }) => name);
    const peerNames = others.map(({ name }) => name);
    const tables = [goals(rounds, peerNames), costs(rounds, names), times(rounds, names)];
    const [first] = tables as [Table, ...Table[]];
    const versions = peerNames.map((name) => PACKAGES[name as (typeof PEERS)[number]].version);
    first.notes = [...missing, ...about(versions, database?.version ?? 'SQLite'), ...(first.notes ?? [])];
    return { tables };
  });

function about(versions: readonly string[], database: string): string[] {
  return [
    ...versions.map((version) => `${version}, on ${database}.`),
    'All: the same scrypt of the lowest cost in place of the password hash, limits off, one process, Node without options.',
    `${OURS}: what the functions of the API do, on the embedded engine. In a deployment, its change feed runs in other functions;`,
    `"${FED}" does both in one process, with bus, counters, lists and mailer. Databases and engines are not counted.`,
    'better-auth has no route to verify a session and no refresh token: its session read, which for a refresh also extends the session.',
  ];
}

const sample = (round: Round, server: string, name: WorkName, connections: Connections): Sample =>
  (round[server] as Round[string])[`${name} ${connections}`];

const middle = (rounds: Round[], server: string, name: WorkName, connections: Connections, measure: keyof Sample) =>
  median(rounds.map((round) => sample(round, server, name, connections)[measure]));

/** Returns the median of the CPU times in those of a round's cheapest of `others`. */
function ratio(rounds: Round[], server: string, others: readonly string[], name: WorkName, connections: Connections) {
  const cpu = (round: Round, each: string): number => sample(round, each, name, connections).cpu;
  return median(rounds.map((round) => cpu(round, server) / Math.min(...others.map((each) => cpu(round, each)))));
}

function goals(rounds: Round[], others: readonly string[]): Table {
  const title = 'CPU time a request, in that of the peers (16 connections)';
  if (others.length === 0) return { title, rows: [] };
  const rows = WORK.map((name) => {
    const cheapest = ratio(rounds, OURS, others, name, 16);
    const fed = ratio(rounds, FED, others, name, 16);
    return {
      operation: name,
      ...Object.fromEntries(others.map((other) => [`x ${other}`, ratio(rounds, OURS, [other], name, 16)])),
      'x the cheaper': cheapest,
      ...atMost(cheapest, GOALS[name]),
      'with change feed': fed,
      'its verdict': atMost(fed, GOALS[name]).verdict,
      'at 1 connection': ratio(rounds, OURS, others, name, 1),
    };
  });
  return { title, rows, notes: ['Medians of the ratios inside a round.'] };
}

const costs = (rounds: Round[], servers: readonly string[]): Table => ({
  title: 'CPU ms of the server, a request',
  rows: CONNECTIONS.flatMap((connections) =>
    WORK.map((name) => ({
      operation: name,
      connections: String(connections),
      ...Object.fromEntries(servers.map((each) => [each, middle(rounds, each, name, connections, 'cpu')])),
    })),
  ),
});

const times = (rounds: Round[], servers: readonly string[]): Table => ({
  title: 'Response time, median, ms',
  rows: CONNECTIONS.flatMap((connections) =>
    WORK.map((name) => ({
      operation: name,
      connections: String(connections),
      ...Object.fromEntries(servers.map((each) => [each, middle(rounds, each, name, connections, 'p50')])),
    })),
  ),
});
