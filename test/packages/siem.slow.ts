// Executes docs/guides/siem.md: follows the audit log of a running service with the packed client, and checks what comes out
// against OCSF 1.2.0.
import { expect, test } from '@jest/globals';
import { useApplication } from '../support/application.ts';
import { programOf } from '../support/guide.ts';
import { useService } from '../support/service.ts';
import { until } from '../support/until.ts';

const { run, write, compile } = useApplication(['client'], [], ['@types/node']);
const service = useService({}, { changeFeed: true });
const GUIDE = 'siem';
const OPTIONS = { module: 'nodenext', lib: ['es2022', 'dom'], types: ['node'], skipLibCheck: true, noEmit: false };

type Event = { class_uid: number; activity_id: number; activity_name: string; [field: string]: unknown };

/** What OCSF 1.2.0 requires (events/base_event.json, events/iam/*.json and the objects that they use). */
const CLASSES: Record<number, { activities: readonly number[]; of: 'user' | 'entity' }> = {
  3001: { activities: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 99], of: 'user' },
  3002: { activities: [0, 1, 2, 3, 4, 5, 6, 99], of: 'user' },
  3004: { activities: [0, 1, 2, 3, 4, 99], of: 'entity' },
};

function expectSound(event: Event): void {
  const known = CLASSES[event.class_uid];
  expect(known?.activities).toContain(event.activity_id);
  expect(event).toMatchObject({
    category_uid: 3,
    type_uid: event.class_uid * 100 + event.activity_id,
    time: expect.any(Number),
    severity_id: expect.any(Number),
    metadata: { version: '1.2.0', uid: expect.stringMatching(/^evt_/), product: { vendor_name: expect.any(String) } },
    actor: { user: { uid: expect.any(String) } },
    service: { name: service.baseUrl },
    [known?.of as string]: { uid: expect.any(String) },
  });
}

test('the program of the guide prints the entries of the service as events of OCSF', async () => {
  const began = new Date().toISOString();
  const tenant = await service.tenant();
  const user = await service.signup(tenant);
  await service.login({ ...user, password: 'not the password' });
  await service.login(user);
  await service.admin('DELETE', `/auth/admin/api/tenants/${tenant.id}/sessions`);
  write('ocsf.ts', programOf(GUIDE, 'ocsf'));
  write('follow.ts', programOf(GUIDE, 'follow'));
  expect(await compile('follow.ts', OPTIONS)).toBe('');
  const env = {
    NODE_OPTIONS: '',
    GATEHOUSE_URL: service.baseUrl,
    GATEHOUSE_ADMIN_EMAIL: service.adminLogin.email,
    GATEHOUSE_ADMIN_PASSWORD: service.adminLogin.password,
  };
  const follow = async (): Promise<Event[]> =>
    (await run('node', ['follow.js', began], env))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const is = (events: Event[], action: string) => events.find(({ activity_name: name }) => name === action);
  const events = await until(async () => {
    const found = await follow();
    return is(found, 'tenant.sessions_ended') && is(found, 'session.failed') ? found : undefined;
  });
  for (const event of events) expectSound(event);
  expect(is(events, 'session.started')).toMatchObject({ class_uid: 3002, activity_id: 1, status_id: 1 });
  expect(is(events, 'session.failed')).toMatchObject({
    class_uid: 3002,
    activity_id: 1,
    status_id: 2,
    severity_id: 3,
    metadata: { tenant_uid: tenant.id },
    src_endpoint: { ip: expect.any(String) },
  });
  expect(is(events, 'tenant.created')).toMatchObject({ class_uid: 3004, activity_id: 1, entity: { uid: tenant.id } });
  expect(is(events, 'registered')).toMatchObject({ class_uid: 3001, activity_id: 1, user: { type_id: 1 } });
  expect(is(events, 'tenant.sessions_ended')).toMatchObject({ class_uid: 3004, activity_id: 99 });
  expect(is(events, 'admin.session_started')).toMatchObject({ user: { type_id: 2 }, actor: { user: { type_id: 2 } } });
});
