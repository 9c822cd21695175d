/** The routes of the API, and the permission that each needs. The stack and the function read the same list. */
export const routes = {
  'GET /api/hello': {},
  'GET /api/reports': { permission: 'reports.read' },
} satisfies Record<`${'GET' | 'POST'} /${string}`, { permission?: string }>;

export type Route = keyof typeof routes;
