import type { McpAuth } from '@gatehouse-auth/server/mcp';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Your database. A token names one tenant: put it into every query. */
const reports = new Map<string, string[]>();

const text = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] });

/** Returns the tools for one caller. */
export function toolsFor({ clientId, extra: { claims } }: McpAuth): McpServer {
  const server = new McpServer({ name: 'my-app', version: '0.0.0' });
  const { tenantId } = claims;
  const userId = claims.kind === 'machine' ? null : claims.userId;
  server.registerTool('whoami', { description: 'Says who calls' }, async () => text({ userId, tenantId, clientId }));
  server.registerTool('list_reports', { description: 'Lists the reports' }, async () =>
    text(reports.get(tenantId) ?? []),
  );
  server.registerTool(
    'create_report',
    { description: 'Creates a report', inputSchema: z.object({ title: z.string().max(100) }) },
    async ({ title }) => {
      reports.set(tenantId, [...(reports.get(tenantId) ?? []), title]);
      return text({ title });
    },
  );
  return server;
}
