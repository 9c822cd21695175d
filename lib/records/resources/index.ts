// Registers the resources that the function `resources` serves. To add one: its declaration, and a row here.
import { registry } from '../declare/registry.ts';
import { projects } from './projects.ts';
import { tasks } from './tasks.ts';

export const resources = registry({ projects, tasks });
