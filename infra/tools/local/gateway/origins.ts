// Tells the developer which origin a browser was refused for. Browsers show scripts no more than "Failed to fetch".
import type { IncomingHttpHeaders } from 'node:http';

/** Pages on this machine, on any port: those of a development server. */
export const LOCAL_ORIGINS = 'http://localhost:*,http://127.0.0.1:*';

/** Of a page without an address, such as a file or a frame in a sandbox. It cannot be listed. */
const OPAQUE = 'null';
/** More than a developer has. A page could otherwise fill the terminal. */
const MOST_HINTS = 20;
const LOOPBACK = [undefined, 'localhost', '127.0.0.1', '::1'];

/** Whether only this machine can reach a service that listens on `host`. */
export const isLoopbackHost = (host: string | undefined): boolean => LOOPBACK.includes(host);

/** The headers of a request, and those of its response. */
export type Watch = (request: IncomingHttpHeaders, response: Readonly<Record<string, unknown>>) => void;

/**
 * Returns a function that prints one line for each origin whose page may not read a response. `allowed` is the setting
 * that the line extends.
 */
export function originHints(print: (line: string) => void, allowed: string | undefined): Watch {
  const told = new Set<string>();
  return (request, response) => {
    const { origin, host, 'sec-fetch-mode': mode, 'sec-fetch-site': site } = request;
    if (origin === undefined || response['access-control-allow-origin'] !== undefined) return;
    // The page that navigates, or that was served here, needs no permission.
    if (mode === 'navigate' || site === 'same-origin' || origin === `http://${host}`) return;
    if (told.has(origin) || told.size >= MOST_HINTS || !(origin === OPAQUE || isOrigin(origin))) return;
    told.add(origin);
    print(hint(origin, allowed));
  };
}

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

function hint(origin: string, allowed = ''): string {
  if (origin === OPAQUE) {
    return 'blocked a page without an origin (a file, or a frame in a sandbox). Serve it from http://localhost.';
  }
  const value = [...allowed.split(',').filter(Boolean), origin].join(',');
  return `blocked the origin ${origin}. Start with GATEHOUSE_ALLOWED_ORIGINS='${value}', or add it to settings.allowedOrigins of its tenant.`;
}
