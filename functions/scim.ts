// Serves SCIM 2.0: a customer's directory keeps its users up to date here.
import { serveScim } from '../lib/scim/http/serve.ts';

export const handler = serveScim();
