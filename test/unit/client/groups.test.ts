// Checks which operations each kind of client has.
import { expect, test } from '@jest/globals';
import * as browser from '../../../lib/packages/client/index.ts';
import * as node from '../../../lib/packages/client/node.ts';
import { adminRoutes, userRoutes } from '../../../lib/packages/client/routes.ts';

test.each([
  ['a browser', browser],
  ['Node', node],
])(
  'the clients for %s have the operations of users, of admins, or both',
  (_, { createAdminClient, createUserClient, createClient }) => {
    const options = { baseUrl: 'http://localhost' };
    const groupsOf = (client: object): string[] =>
      Object.keys({ ...userRoutes, ...adminRoutes }).filter((name) => name in client);
    expect(groupsOf(createUserClient(options))).toEqual(Object.keys(userRoutes));
    expect(groupsOf(createAdminClient(options))).toEqual(Object.keys(adminRoutes));
    expect(groupsOf(createClient(options))).toEqual([...Object.keys(userRoutes), ...Object.keys(adminRoutes)]);
  },
);
