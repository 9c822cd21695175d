// Blocked domains: the example of a screen. A list with a search in the address, a dialog with a form, a change that can
// be undone, and a long one that says when it is done.
import {
  Act,
  actionsColumn,
  Badge,
  call,
  common,
  Dialog,
  Form,
  ListScreen,
  may,
  NumberPager,
  parameter,
  partOf,
  SearchFilter,
  TextArea,
  toast,
  useRead,
} from '../kit.ts';
import { en } from '../words/en/blocked-domains.ts';

const say = partOf(en, (tag) => import(`../words/others/${tag}/blocked-domains.ts`));

export default function BlockedDomains() {
  const input = { search: parameter('search'), page: parameter('page') };
  const read = useRead('adminBlockedEmailDomains.list', input);
  const stats = useRead('adminBlockedEmailDomains.stats', {});
  return (
    <ListScreen
      name="blocked-domains"
      title={common('blockedDomains')}
      lead={say('lead')}
      operation="adminBlockedEmailDomains.list"
      input={input}
      read={read}
      rows={read.data?.data}
      pager={read.data && <NumberPager {...read.data} />}
      tasks={[{ name: 'add', title: say('add'), duty: 'operate', dialog: (close) => <Add onClose={close} /> }]}
      isFiltered={!!input.search}
      none={[
        say('none'),
        <>
          <p>{say('noneLead', { count: stats.data?.defaultCount ?? 0 })}</p>
          <Act
            operation="adminBlockedEmailDomains.importDefaults"
            input={{}}
            onDone={({ imported }) => toast(say.count('imported', imported))}
          >
            {say('import')}
          </Act>
        </>,
      ]}
      filters={<SearchFilter label={say('search')} maxLength={253} />}
      columns={[
        { key: 'domain', title: say('domain'), text: ({ domain }) => domain },
        {
          key: 'source',
          title: say('source'),
          text: ({ source }) => source,
          cell: ({ source }) => <Badge>{say(source === 'manual' ? 'manual' : 'default')}</Badge>,
        },
        { key: 'created', title: common('created'), text: ({ createdAt }) => createdAt, as: 'time' },
        ...actionsColumn(may('operate'), ({ domain }: { domain: string }) => (
          <Act
            operation="adminBlockedEmailDomains.remove"
            input={{ idOrDomain: domain }}
            label={`${say('remove')}: ${domain}`}
            class="plain"
            onDone={() =>
              toast(say('removed', { domain }), {
                undo: () => call('adminBlockedEmailDomains.add', { domains: [domain] }),
              })
            }
          >
            {say('remove')}
          </Act>
        )),
      ]}
    />
  );
}

const Add = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={say('add')} lead={say('addLead')} onClose={onClose}>
    <Form
      operation="adminBlockedEmailDomains.add"
      input={({ domains = '' }) => ({ domains: domains.split(/[\s,;]+/).filter(Boolean) })}
      submit={common('add')}
      onDone={({ added }) => {
        onClose();
        toast(say.count('added', added));
      }}
    >
      <TextArea name="domains" label={say('domains')} hint={say('domainsHint')} isFocused />
    </Form>
  </Dialog>
);
