// Blocked domains: the example of a screen. A list with a search in the address, a dialog with a form, a change that can
// be undone, and a long one that says when it is done.
import { useSignal } from '@preact/signals';
import {
  Act,
  Badge,
  call,
  common,
  Dialog,
  EmptyState,
  Form,
  may,
  NumberPager,
  partOf,
  query,
  Screen,
  SearchFilter,
  Table,
  TextArea,
  Time,
  toast,
  useCommands,
  useRead,
} from '../kit.ts';
import { en } from '../words/en/blocked-domains.ts';

const say = partOf(en, async () => (await import('../words/de/blocked-domains.ts')).de);

export default function BlockedDomains() {
  const isAdding = useSignal(false);
  const input = {
    search: query.value.get('search') ?? undefined,
    page: query.value.get('page') ?? undefined,
  };
  const read = useRead('adminBlockedEmailDomains.list', input);
  const stats = useRead('adminBlockedEmailDomains.stats', {});
  const open = (): void => {
    isAdding.value = true;
  };
  useCommands(may('operate') ? [{ title: say('add'), run: open }] : []);
  const list = read.data;
  return (
    <Screen
      title={common('blockedDomains')}
      lead={say('lead')}
      actions={
        may('operate') && (
          <button type="button" onClick={open}>
            {say('add')}
          </button>
        )
      }
    >
      <Table
        name="blocked-domains"
        caption={common('blockedDomains')}
        read={read}
        call={{ operation: 'adminBlockedEmailDomains.list', input }}
        rows={list?.data}
        idOf={({ id }) => id}
        filters={<SearchFilter label={say('search')} maxLength={253} />}
        columns={[
          { key: 'domain', title: say('domain'), cell: ({ domain }) => domain, text: ({ domain }) => domain },
          {
            key: 'source',
            title: say('source'),
            text: ({ source }) => source,
            cell: ({ source }) => <Badge>{say(source === 'manual' ? 'manual' : 'default')}</Badge>,
          },
          {
            key: 'created',
            title: common('created'),
            cell: ({ createdAt }) => <Time at={createdAt} />,
            text: ({ createdAt }) => createdAt,
          },
          {
            key: 'actions',
            title: common('actions'),
            cell: ({ domain }) => (
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
            ),
          },
        ]}
        empty={
          <EmptyState title={input.search ? common('nothingFound') : say('none')}>
            {!input.search && (
              <>
                <p>{say('noneLead', { count: stats.data?.defaultCount ?? 0 })}</p>
                <Act
                  operation="adminBlockedEmailDomains.importDefaults"
                  input={{}}
                  onDone={({ imported }) => toast(say.count('imported', imported))}
                >
                  {say('import')}
                </Act>
              </>
            )}
          </EmptyState>
        }
      />
      {list && <NumberPager {...list} />}
      {isAdding.value && (
        <Dialog
          title={say('add')}
          lead={say('addLead')}
          onClose={() => {
            isAdding.value = false;
          }}
        >
          <Form
            operation="adminBlockedEmailDomains.add"
            input={({ domains = '' }) => ({ domains: domains.split(/[\s,;]+/).filter(Boolean) })}
            submit={common('add')}
            onDone={({ added }) => {
              isAdding.value = false;
              toast(say.count('added', added));
            }}
          >
            <TextArea name="domains" label={say('domains')} hint={say('domainsHint')} isFocused />
          </Form>
        </Dialog>
      )}
    </Screen>
  );
}
