// Runs the tests that every resource has for projects.
import { describeResource } from '../../support/resource-suite.ts';

describeResource('projects');
