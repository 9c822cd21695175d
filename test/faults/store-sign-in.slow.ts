// Threat: see store.test.ts. Each call that operations on sign-up, login and sessions make to the table fails in each way.
import { testEveryFault } from '../support/faults/store/every.ts';

testEveryFault('sign-in');
