// Empties the ledger of observed (operation, status, code) triples before every run.
import { rmSync } from 'node:fs';

export default function globalSetup() {
  rmSync(new URL('../../../.ledger', import.meta.url), { recursive: true, force: true });
}
