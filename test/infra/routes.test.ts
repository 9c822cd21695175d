// Compares what docs/operations.md says about the quota of routes with the routes of the contract.
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  EVERYTHING,
  GATEWAY_RESOURCES,
  gatewayResources,
  httpRoutes,
  RESOURCE_NAMES,
  servedBy,
} from '../../infra/routes.ts';

const [without, all] = [servedBy({ hasResources: false }), servedBy(EVERYTHING)];
/** The default route reaches the function of discovery. */
const routesOf = (served: typeof all): number => httpRoutes(served).length + 1;
const perResource = (more: number, fewer: number): number => Math.ceil((more - fewer) / RESOURCE_NAMES.length);

test('the quota of the gateway is far from reached, and docs/operations.md says how many resources fit', () => {
  const used = gatewayResources(without);
  const fit = Math.floor((GATEWAY_RESOURCES - used) / perResource(gatewayResources(all), used));
  const routes = routesOf(without);
  const row = `| ${GATEWAY_RESOURCES}: ${fit} resources fit | ${GATEWAY_RESOURCES} routes: the service takes ${routes}, each of the two examples about ${perResource(routesOf(all), routes)} |`;
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  expect(page.split('\n').find((line) => line.startsWith('| Routes for resources'))).toContain(row);
});
