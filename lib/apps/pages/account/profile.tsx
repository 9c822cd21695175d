// Name, language and addresses.
import { api } from '../../kit/api.ts';
import { Field, Form } from '../../kit/form.tsx';
import { Panel } from '../../kit/panel.tsx';
import { inBrowser } from '../../kit/storage.ts';
import { say } from '../../kit/words/account/index.ts';
import { LANGUAGES, language, speak } from '../../kit/words/index.ts';
import { Address } from './address.tsx';
import { load, me, router, said } from './me.ts';

export const Profile = () => (
  <>
    <Panel title={say('aboutYou')}>
      <Form
        submit={say('save')}
        onSubmit={async ({ name = '', locale = '' }) => {
          await api.authentication.updateProfile({ name: name.trim() || null, locale: locale || null });
          if (locale) {
            inBrowser.setItem('gatehouse language', locale);
            await speak(locale);
          }
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
    <Panel title={say('accountDelete')} lead={say('deleteShort')}>
      <a
        class="button danger start-of-row"
        href={router.urlOf('delete')}
        onClick={(event) => {
          event.preventDefault();
          router.show('delete');
        }}
      >
        {say('deleteBegin')}
      </a>
    </Panel>
  </>
);

function LanguageField() {
  const known = me.value?.locale ?? '';
  return (
    <div class="field">
      <label for="locale">{say('language')}</label>
      <select id="locale" name="locale" defaultValue={known || language.value} aria-describedby="locale-hint">
        {Object.entries(LANGUAGES).map(([tag, { name }]) => (
          <option key={tag} value={tag} lang={tag} selected={tag === (known || language.value)}>
            {name}
          </option>
        ))}
      </select>
      <span class="hint" id="locale-hint">
        {say('languageHint')}
      </span>
    </div>
  );
}
