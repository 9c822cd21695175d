// Shows the last request of a failing test and its response, below the message of the failure.
import { subscribe } from 'node:diagnostics_channel';

const SHOWN = 1000;
/** Errors that show their exchange. The runner calls the handler once for each file that its worker has run. */
const handled = new WeakSet();
let last;
subscribe('gatehouse:exchange', (exchange) => {
  last = exchange;
});

const shown = (text = '') => (text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text);

/** Handles an event of Jest's runner. */
export function showLastExchange({ name, error }) {
  if (name === 'test_start') last = undefined;
  if (name !== 'test_fn_failure' || !last || !(error instanceof Error) || handled.has(error)) return;
  handled.add(error);
  const { method, path, payload, status, text } = last;
  const exchange = `Last request: ${method} ${path} ${shown(payload?.toString())}\nResponse: ${status} ${shown(text)}`;
  error.stack = error.stack.replace(error.message, () => `${error.message}\n\n${exchange}`);
}
