// Runs the tests that every resource has for tasks.
import { describeResource } from '../../support/resource-suite.ts';

describeResource('tasks');
