// Declares what the package uses of Next.js, which only applications install.

declare module 'next/headers' {
  /** Reading it makes the page dynamic: Next.js renders it for each request and caches it for no one else. */
  export function headers(): Promise<Headers>;
}

declare module 'next/server' {
  export class NextResponse extends Response {
    /** Goes on to the page. `request.headers` replace those that the browser sent. */
    static next(init?: { request?: { headers: Headers } }): Response;
  }
}
