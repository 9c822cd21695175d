// Threat: see store.test.ts. Each call that operations on accounts and invitations make to the table fails in each way.
import { testEveryFault } from '../support/faults/store/every.ts';

testEveryFault('accounts');
