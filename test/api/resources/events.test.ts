// Tests the events of rows on the bus, the texts of replies, and what the component exports.
import { describe, expect, test } from '@jest/globals';
import * as component from '../../../lib/records/index.ts';
import { claimsOf, feedAtRest } from '../../support/api.ts';
import { project, serveOwn, worker } from '../../support/resources.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();

const owner = prepared(() => worker(service));

// biome-ignore lint/suspicious/noExplicitAny: what came back is what tests look into
type Published = { detailType: string; detail: any };

async function eventsOf(rowId: string) {
  await feedAtRest(service);
  return (service.local.events() as Published[])
    .filter(({ detail }) => detail.rowId === rowId)
    .sort((a, b) => a.detail.version - b.detail.version)
    .map(({ detailType, detail: { id: _, occurredAt: __, ...detail } }) => [detailType, detail]);
}

describe('events', () => {
  test('tell of each change, with the actor, the version and the visible fields that changed', async () => {
    const { id } = await project(owner, { costCentre: 'hidden-1' });
    await owner.put(`/projects/${id}`, { name: 'New', costCentre: 'hidden-2', isPublic: false });
    await owner.put('/projects/reorder', { ids: [id] });
    await owner.delete(`/projects/${id}`);
    await owner.put(`/projects/${id}/restore`);
    await owner.delete(`/projects/delete/bulk?ids=${id}`);
    await owner.delete(`/projects/${id}/trash`);
    const about = {
      tenantId: owner.tenant.id,
      userId: claimsOf(owner.tokens.accessToken).sub,
      resource: 'projects',
      rowId: id,
    };
    const events = await eventsOf(id);
    expect(events).toEqual([
      ['svc.row_created', { ...about, version: 1 }],
      ['svc.row_updated', { ...about, version: 2, updatedFields: ['name'] }],
      ['svc.row_updated', { ...about, version: 3, updatedFields: ['order'] }],
      ['svc.row_trashed', { ...about, version: 4 }],
      ['svc.row_restored', { ...about, version: 5 }],
      ['svc.row_trashed', { ...about, version: 6 }],
      ['svc.row_deleted', { ...about, version: 7 }],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/hidden|costCentre/);
  });

  test('of a bulk are one for each row, and none for rows of others', async () => {
    const foreign = await project(await worker(service));
    const bulk = ['a', 'b'].map((slug) => ({ name: slug, slug: `events-${slug}` }));
    const { body } = await owner.post('/projects/bulk', { bulk });
    await owner.put('/projects/bulk', { bulk: [...body, foreign].map(({ id }) => ({ id, budget: 1 })) });
    for (const { id } of body)
      expect((await eventsOf(id)).map(([name]) => name)).toEqual(['svc.row_created', 'svc.row_updated']);
    expect((await eventsOf(foreign.id)).map(([name]) => name)).toEqual(['svc.row_created']);
  });

  test('of a refused change do not exist', async () => {
    const { id, slug } = await project(owner);
    const other = await project(owner);
    expect((await owner.put(`/projects/${other.id}`, { slug })).status).toBe(409);
    expect((await owner.delete(`/projects/${id}/trash`)).status).toBe(404);
    expect([await eventsOf(id), await eventsOf(other.id)].map((events) => events.length)).toEqual([1, 1]);
  });
});

describe('the texts of replies', () => {
  const open = { read: null, create: null, update: null, delete: null, trash: null } as const;
  const declared = (name: string, prefix: string, messages: component.Messages = {}) =>
    component.resource({
      name,
      singular: name,
      prefix,
      description: 'Of a test.',
      fields: { title: component.text({ max: 9, description: 'A title.' }) },
      softDelete: true,
      reorder: true,
      permissions: open,
      messages,
    });
  const all = component.registry({ plain: declared('plain', 'pla'), own: declared('own', 'own', { deleted: 'Weg' }) });

  test.each([
    [undefined, 'plain', ['Successfully deleted', 'No items to delete', 'Successfully reordered']],
    [undefined, 'own', ['Weg', 'No items to delete', 'Successfully reordered']],
    [{ deleted: 'Gelöscht', reordered: 'Sortiert' }, 'plain', ['Gelöscht', 'No items to delete', 'Sortiert']],
    [{ deleted: 'Gelöscht', noItemsToDelete: 'Nichts' }, 'own', ['Weg', 'Nichts', 'Successfully reordered']],
  ])('T-87: with %j for %s are replaced one by one', async (messages, name, expected) => {
    const call = serveOwn(all, messages && { messages });
    const replies = [
      await call(owner, 'DELETE', `/${name}/delete/bulk?ids=x`),
      await call(owner, 'DELETE', `/${name}/delete/bulk`),
      await call(owner, 'PUT', `/${name}/reorder`, { body: { ids: ['x'] } }),
      await call(owner, 'PUT', `/${name}/restore/bulk`, { body: { ids: ['x'] } }),
    ];
    expect(replies.map(({ body }) => body)).toEqual(
      [...expected, 'Successfully restored'].map((message) => ({ success: true, message })),
    );
  });
});

test('the component exports what applications need, and no CRUD_AUTH_OPTIONS_METADATA', () => {
  expect(Object.keys(component)).not.toContain('CRUD_AUTH_OPTIONS_METADATA');
  expect(Object.keys(component)).toEqual(
    expect.arrayContaining(['resource', 'registry', 'belongsTo', 'hasMany', 'text', 'serveResources', 'groupOf']),
  );
});
