/** What a user agrees to. Gatehouse shows the text. */
export const scopes = [
  { name: 'reports:read', text: 'Read your reports' },
  { name: 'reports:write', text: 'Write reports in your name' },
];

/** The scopes that every request needs, and those of single tools. */
export const everyRequest = ['reports:read'];
export const byTool: Readonly<Record<string, readonly string[]>> = { create_report: ['reports:write'] };
