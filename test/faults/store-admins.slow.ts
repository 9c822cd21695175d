// Threat: see store.test.ts. Each call that operations on admins make to the table fails in each way.
import { testEveryFault } from '../support/faults/store/every.ts';

testEveryFault('admins');
