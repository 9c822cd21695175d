// Serves the pages for browsers: sign-in and account.
import { join } from 'node:path';
import { servePages } from '../lib/http/pages/serve-pages.ts';

/** In Lambda the pages are beside the code. A local run says where it has built them. */
const directory = process.env.GATEHOUSE_PAGES ?? join(process.env.LAMBDA_TASK_ROOT ?? '.', 'pages');

export const handler = servePages(directory, process.env.GATEHOUSE_BASE_URL ?? 'http://localhost');
