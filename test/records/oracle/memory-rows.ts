// Gives generated rows the values that the service would: ids in order of creation, times, versions. For tests without it.
import type { Population, Row, Rows } from './rows.ts';

/** Returns rows as replies would show them. `name`: the first letters of every id. */
export function memoryRows({ projects, tasks }: Population, name: string): Rows {
  const system = (prefix: string, at: number, isTrashed: boolean) => ({
    id: `${prefix}_${name}${String(at).padStart(4, '0')}`,
    // Ten rows of a bulk have the same time.
    createdAt: new Date(Date.UTC(2026, 5, 1) + Math.floor(at / 10)).toISOString(),
    updatedAt: new Date(Date.UTC(2026, 5, 2) + Math.floor(at / 7)).toISOString(),
    deletedAt: isTrashed ? new Date(Date.UTC(2026, 5, 3) + Math.floor(at / 30)).toISOString() : null,
    version: isTrashed ? 2 : 1,
  });
  let order = 0;
  const shownProjects = projects.map(({ body, isTrashed, isReordered }, at): Row => {
    const defaults = { status: 'planned', budget: null, isPublic: false, dueAt: null, tags: [] };
    return { ...system('prj', at, isTrashed), ...defaults, ...body, order: isReordered ? order++ : 0 };
  });
  const shownTasks = tasks.map(({ body, project, isTrashed }, at): Row => {
    const defaults = { isDone: false, hours: null, dueAt: null };
    return { ...system('tsk', at, isTrashed), ...defaults, ...body, projectId: shownProjects[project]!.id };
  });
  return { projects: shownProjects, tasks: shownTasks };
}
