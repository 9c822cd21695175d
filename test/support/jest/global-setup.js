// Every run starts with an empty ledger of observed (operation, status, code) triples.
import { rmSync } from 'node:fs';

export default function globalSetup() {
  rmSync(new URL('../../../.ledger', import.meta.url), { recursive: true, force: true });
}
