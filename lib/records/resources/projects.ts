// Declares an example resource: the projects of a tenant.
import { boolean, choice, dateTime, number, text, texts } from '../declare/fields.ts';
import { hasMany, resource } from '../declare/resource.ts';

export const projects = resource({
  name: 'projects',
  singular: 'project',
  prefix: 'prj',
  description: 'The projects of a tenant: an example of a resource of your own.',
  fields: {
    name: text({ min: 1, max: 120, description: 'What people call it.' }),
    slug: text({ min: 1, max: 60, unique: true, description: 'Unique in the tenant, those in the trash included.' }),
    status: choice(['planned', 'active', 'done'], { default: 'planned', description: 'How far it is.' }),
    budget: number({ min: 0, optional: true, description: 'In the currency of the tenant.' }),
    isPublic: boolean({ default: false, description: 'Whether customers see it.' }),
    dueAt: dateTime({ optional: true, description: 'When it should be done.' }),
    tags: texts({ max: 40, description: 'Words to find it by.' }),
    costCentre: text({ max: 40, optional: true, hidden: true, writes: 'always', description: 'For accounting only.' }),
  },
  indexes: [['status', 'name'], ['dueAt']],
  relations: { tasks: hasMany('tasks', 'projectId') },
  softDelete: true,
  reorder: true,
});
