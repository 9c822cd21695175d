// The setup links of a tenant: with one, a person without an account connects a provider or proves a domain. A link is shown
// once, or sent.
import { useSignal } from '@preact/signals';
import { LANGUAGES } from '../../../../contract/fields/languages.ts';
import {
  Asks,
  actionsColumn,
  Badge,
  common,
  Dialog,
  every,
  exact,
  Field,
  Form,
  language,
  may,
  Opens,
  Panel,
  type ReplyOf,
  Select,
  ShownOnce,
  Table,
  toast,
  useRead,
} from '../../kit.ts';
import { say } from './setup-words.ts';
import { type PartProps, say as sayOfTenant } from './words.ts';

type SetupLink = ReplyOf<'adminTenants.setupLinks'>['setupLinks'][number];
type Made = ReplyOf<'adminTenants.createSetupLink'>;

const INTENTS = every<SetupLink['intents'][number]>({ sso: 0, domains: 0 });
const purposeOf = ({ intents }: Pick<SetupLink, 'intents'>): string =>
  intents.map((each) => say(`intent-${each}`)).join(', ');

const TONES: Readonly<Partial<Record<SetupLink['status'], 'good'>>> = { open: 'good', active: 'good' };
const opensSomething = ({ status }: SetupLink): boolean => status in TONES;

/** Until when the link, or the session that it began, opens something. */
const endOf = (link: SetupLink): string | null =>
  link.status === 'open' ? link.expiresAt : link.status === 'active' ? link.sessionExpiresAt : null;

export function SetupLinks({ tenant: { id } }: PartProps) {
  const input = { id };
  const read = useRead('adminTenants.setupLinks', input);
  const made = useSignal<Made | undefined>(undefined);
  const { setupLink, url } = made.value ?? {};
  return (
    <Panel
      title={sayOfTenant('part-setup-links')}
      lead={say('linksLead')}
      actions={
        may('operate') && (
          <Opens text={say('makeLink')} class="">
            {(close) => (
              <Make
                id={id}
                onClose={close}
                onMade={(reply) => {
                  made.value = reply;
                }}
              />
            )}
          </Opens>
        )
      }
    >
      {!may('operate') && <p class="hint">{sayOfTenant('readOnly')}</p>}
      <Table
        name="setup-links"
        caption={sayOfTenant('part-setup-links')}
        read={read}
        call={{ operation: 'adminTenants.setupLinks', input }}
        rows={read.data?.setupLinks}
        idOf={(link) => link.id}
        columns={[
          { key: 'purpose', title: say('purpose'), text: purposeOf },
          { key: 'email', title: say('sentTo'), text: ({ email }) => email ?? say('shown') },
          {
            key: 'status',
            title: common('status'),
            cell: ({ status }) => <Badge tone={TONES[status]}>{say(`status-${status}`)}</Badge>,
            text: ({ status }) => status,
          },
          { key: 'created', title: common('created'), text: ({ createdAt }) => createdAt, as: 'time' },
          { key: 'until', title: say('until'), text: endOf, as: 'time' },
          { key: 'used', title: say('used'), text: ({ usedAt }) => usedAt, as: 'time', isHidden: true },
          { key: 'madeBy', title: say('madeBy'), text: ({ createdBy }) => createdBy, as: 'code', isHidden: true },
          ...actionsColumn(may('operate'), (link: SetupLink) =>
            opensSomething(link) ? <End id={id} of={link} /> : '–',
          ),
        ]}
        none={[say('noLink'), say('noLinkLead')]}
      />
      {setupLink && url && (
        <ShownOnce
          title={say('newLink')}
          lead={say('newLinkLead', { until: exact(setupLink.expiresAt) })}
          text={url}
          copies={say('copyLink')}
          done={say('done')}
          onClose={() => {
            made.value = undefined;
          }}
        />
      )}
    </Panel>
  );
}

const End = ({ id, of: link }: { id: string; of: SetupLink }) => (
  <Asks
    text={say('endLink')}
    label={say('endLinkOf', { purpose: purposeOf(link) })}
    class="plain"
    title={say('endLinkOf', { purpose: purposeOf(link) })}
    operation="adminTenants.revokeSetupLink"
    input={{ id, linkId: link.id }}
    onDone={() => toast(say('linkEnded'))}
  >
    {say(link.status === 'open' ? 'endOpenWill' : 'endActiveWill')}
  </Asks>
);

type MakeProps = { id: string; onMade: (made: Made) => void; onClose: () => void };

function Make({ id, onMade, onClose }: MakeProps) {
  const chosen = useSignal<readonly SetupLink['intents'][number][]>(['sso']);
  const isSent = useSignal(false);
  const names = new Intl.DisplayNames(language.value, { type: 'language' });
  return (
    <Dialog title={say('makeLink')} lead={say('makeLinkLead')} onClose={onClose}>
      <Form
        operation="adminTenants.createSetupLink"
        input={({ email = '', locale }) => ({
          id,
          intents: [...chosen.value],
          ...(email.trim() && { email: email.trim(), ...(locale && { locale }) }),
        })}
        submit={say('makeLink')}
        isDisabled={!chosen.value.length}
        onDone={(reply) => {
          onClose();
          onMade(reply);
          const { email, expiresAt } = reply.setupLink;
          if (email !== null) toast(say('linkSent', { email, until: exact(expiresAt) }));
        }}
      >
        <fieldset>
          <legend class="label">{say('purpose')}</legend>
          {INTENTS.map((intent) => (
            <label key={intent} class="check">
              <input
                type="checkbox"
                checked={chosen.value.includes(intent)}
                onChange={({ currentTarget: { checked } }) => {
                  chosen.value = INTENTS.filter((each) => (each === intent ? checked : chosen.value.includes(each)));
                }}
              />
              <span>{say(`intent-${intent}`)}</span>
            </label>
          ))}
        </fieldset>
        <Field
          name="email"
          type="email"
          label={say('sendTo')}
          hint={say('sendToHint')}
          maxLength={254}
          isOptional
          onInput={(text) => {
            isSent.value = !!text;
          }}
        />
        {isSent.value && (
          <Select
            name="locale"
            label={say('language')}
            isOptional
            options={[['', say('ofTenant')], ...LANGUAGES.map((tag) => [tag, `${names.of(tag)} (${tag})`] as const)]}
          />
        )}
      </Form>
    </Dialog>
  );
}
