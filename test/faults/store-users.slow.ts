// Threat: see store.test.ts. Each call that operations on users and the audit log make to the table fails in each way.
import { testEveryFault } from '../support/faults/store/every.ts';

testEveryFault('users');
