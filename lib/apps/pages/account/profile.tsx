// Name, language and addresses.
import { Do } from '../../kit/do.tsx';
import { Field, Form, optionsOf, useField } from '../../kit/form.tsx';
import { Panel } from '../../kit/panel.tsx';
import { saveFile } from '../../kit/save.ts';
import { choose, language } from '../../kit/words.ts';
import { api } from '../ui/api.ts';
import { say } from '../words/account.ts';
import { LANGUAGES } from '../words/index.ts';
import { Address } from './address.tsx';
import { Link } from './link.tsx';
import { load, me, said } from './me.ts';

export const Profile = () => (
  <>
    <Panel title={say('aboutYou')}>
      <Form
        submit={say('save')}
        onSubmit={async ({ name = '', locale = '' }) => {
          await api.authentication.updateProfile({ name: name.trim() || null, locale: locale || null });
          if (locale) await choose(locale);
          await load();
          said.value = say('saved');
        }}
      >
        <Field
          name="name"
          label={say('yourName')}
          autocomplete="name"
          value={me.value?.name ?? ''}
          maxLength={120}
          isOptional
        />
        <LanguageField />
      </Form>
    </Panel>
    <Panel title={say('yourAddresses')} lead={say('yourAddressesLead')}>
      <Address kind="email" />
      <Address kind="phone" />
    </Panel>
    <Panel title={say('dataTitle')} lead={say('dataLead')}>
      <Do
        class="second start-of-row"
        act={async () => {
          const { ownDataOf } = await import('../../../packages/client/own-data.ts');
          const text = JSON.stringify(await ownDataOf(api), null, 2);
          saveFile(`${me.value?.tenant.slug}-${me.value?.id}.json`, [text], 'application/json');
        }}
      >
        {say('dataDownload')}
      </Do>
    </Panel>
    <Panel title={say('accountDelete')} lead={say('deleteShort')}>
      <Link to="delete" class="button danger start-of-row">
        {say('deleteBegin')}
      </Link>
    </Panel>
  </>
);

function LanguageField() {
  const { attributes, around } = useField({ name: 'locale', label: say('language'), hint: say('languageHint') });
  const shown = me.value?.locale || language.value;
  return around(<select {...attributes}>{optionsOf(Object.entries(LANGUAGES), shown, true)}</select>);
}
