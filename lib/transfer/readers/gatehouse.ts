// Reads our own NDJSON.
import { ndjson } from '../records.ts';
import type { Reader } from './reader.ts';

export const gatehouse: Reader = { title: 'Gatehouse (NDJSON)', records: ndjson, read: (record) => record };
