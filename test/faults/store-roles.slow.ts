// Threat: see store.test.ts. Each call that operations on roles and permissions make to the table fails in each way.
import { testEveryFault } from '../support/faults/store/every.ts';

testEveryFault('roles');
