// Threat: see store.test.ts. Each call that operations on accounts, sessions and codes make to the table fails in each way.
import { testEveryFault } from '../support/faults/store/every.ts';

testEveryFault('accounts');
