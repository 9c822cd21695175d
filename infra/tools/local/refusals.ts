// Tells the developer why the OpenID provider refused a request of an application. The person at the browser reads a calm
// sentence, and the level of the local run hides the line of the request.

/** What applications meet all the time: a silent renewal without a session, and people who go back. */
const ROUTINE: readonly unknown[] = ['login_required', 'interaction_required', 'access_denied'];

/** Returns a function that prints a line for each line of the log that is about such a request. */
export const refusalHints =
  (print: (line: string) => void) =>
  ({ event, cause, operation, value, application, requestId }: Readonly<Record<string, unknown>>): void => {
    if (event !== 'request' || cause === undefined || ROUTINE.includes(cause)) return;
    const shown = value === undefined ? '' : `, ${JSON.stringify(value)}`;
    const of = application === undefined ? '' : `, application ${application}`;
    print(`${operation} refused: ${cause}${shown}${of} (reference ${requestId})`);
  };
