// Declares an example resource: the tasks of a project.
import { boolean, dateTime, integer, reference, text } from '../declare/fields.ts';
import { belongsTo, resource } from '../declare/resource.ts';

export const tasks = resource({
  name: 'tasks',
  singular: 'task',
  prefix: 'tsk',
  description: 'The tasks of a project: an example of a resource that belongs to another one.',
  fields: {
    projectId: reference('projects', { description: 'The project.' }),
    title: text({ min: 1, max: 200, description: 'What is to be done.' }),
    isDone: boolean({ default: false, description: 'Whether it is done.' }),
    hours: integer({ min: 0, max: 10_000, optional: true, description: 'The effort.' }),
    dueAt: dateTime({ optional: true, description: 'When it should be done.' }),
    reviewNote: text({ max: 400, optional: true, hidden: true, description: 'Set by hooks; never leaves.' }),
  },
  indexes: [['projectId', 'dueAt'], ['dueAt']],
  relations: { project: belongsTo('projects', 'projectId') },
  softDelete: true,
});
