// The tenant's own words in messages: which message in which language, its texts, and the message as people get it.
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { LANGUAGES, matched } from '../../../../../contract/fields/languages.ts';
import type { Locale } from '../../../../../domain/messages/texts/locales/locale.ts';
import {
  asError,
  call,
  common,
  Field,
  lazy,
  may,
  Panel,
  PlainForm,
  parameter,
  Select,
  setQuery,
  TextArea,
  toast,
  toastProblem,
  type Values,
} from '../../../kit.ts';
import { nameOf } from '../controls.tsx';
import { useDefaults } from '../defaults.ts';
import { patchOf, useVersion, withLine } from '../setting-form.tsx';
import { languageName, type PartProps, say as sayOfTenant } from '../words.ts';
import {
  LOCALES,
  MESSAGES,
  type MessageText,
  ours,
  PARTS,
  type Part,
  partsOf,
  placeholdersOf,
  preview,
  type Template,
} from './preview.ts';
import { say } from './words.ts';

const TEMPLATES = Object.keys(MESSAGES) as Template[];

const PART_NAMES = Object.keys(PARTS) as Part[];

type Chosen = Pick<MessageText, 'template' | 'locale'>;
const inputOf = (part: Part): string => nameOf(`messageTexts.${part}`);
const titleOf = (template: Template): string => say(`message-${template}`);
const isOf =
  ({ template, locale }: Chosen) =>
  (each: MessageText): boolean =>
    each.template === template && each.locale === locale;

/** The address says which text is shown, so that it can be linked to. */
function chosenIn({ settings }: PartProps['tenant']): Chosen {
  const template = parameter('template');
  return {
    template: TEMPLATES.find((each) => each === template) ?? 'login',
    locale: matched(parameter('locale') ?? settings.locale),
  };
}

/** Returns the text that a form says; `undefined` if it is empty. */
function textIn(chosen: Chosen, values: Values): MessageText | undefined {
  const texts = PART_NAMES.flatMap((part) => {
    const text = values[inputOf(part)]?.trim();
    return text ? [[part, text]] : [];
  });
  return texts.length ? { ...chosen, ...Object.fromEntries(texts) } : undefined;
}

export function MessageTexts({ tenant }: PartProps) {
  const { messageTexts: all = [] } = tenant.settings;
  const chosen = chosenIn(tenant);
  const Translated = EDITORS[chosen.locale];
  const marked = (label: string, is: boolean): string => (is ? `${label} · ${say('textOwn')}` : label);
  return (
    <Panel title={say('title')} lead={say('lead')}>
      {!may('operate') && <p class="hint">{sayOfTenant('readOnly')}</p>}
      <div class="two">
        <Select
          name="template"
          label={say('template')}
          hint={say('template?')}
          value={chosen.template}
          options={TEMPLATES.map((template) => [
            template,
            marked(titleOf(template), all.some(isOf({ ...chosen, template }))),
          ])}
          onChange={(template) => setQuery({ template }, { isReplaced: true })}
        />
        <Select
          name="locale"
          label={say('locale')}
          hint={say('locale?')}
          value={chosen.locale}
          options={LANGUAGES.map((locale) => [
            locale,
            marked(languageName(locale), all.some(isOf({ ...chosen, locale }))),
          ])}
          onChange={(locale) => setQuery({ locale }, { isReplaced: true })}
        />
      </div>
      <Translated key={`${chosen.template} ${chosen.locale}`} tenant={tenant} all={all} chosen={chosen} />
    </Panel>
  );
}

type ChosenProps = PartProps & { all: readonly MessageText[]; chosen: Chosen };
type EditorProps = ChosenProps & { locale: Locale };

/** An editor in each language, whose texts are loaded when it is first shown. */
const EDITORS = Object.fromEntries(
  LANGUAGES.map((tag) => [
    tag,
    lazy<ChosenProps>(async () => {
      const locale = await LOCALES[tag]();
      return (props) => <Editor {...props} locale={locale} />;
    }),
  ]),
) as Record<MessageText['locale'], ComponentType<ChosenProps>>;

function Editor({ tenant, all, chosen, locale }: EditorProps) {
  const kept = all.find(isOf(chosen));
  const typed = useSignal<{ key: number; text: MessageText | undefined } | undefined>(undefined);
  const version = useVersion(JSON.stringify(kept));
  // Inputs that started anew since have lost what was typed.
  const shown = typed.value?.key === version.key ? typed.value.text : kept;

  /** Returns the call that changes this text among others. It is the first, so that an error names it by its place. */
  const patch = (text: MessageText | undefined, among: readonly MessageText[] = all) => {
    const others = among.filter((each) => !isOf(chosen)(each));
    const next = text ? [text, ...others] : others;
    return patchOf(tenant.id, 'messageTexts', next.length ? next : undefined);
  };
  /** Reads the texts that another admin may have saved meanwhile: the service replaces all texts at once. */
  const change = async (text: MessageText | undefined): Promise<void> => {
    const { data } = await call('adminTenants.list', {});
    const now = data.find(({ id }) => id === tenant.id)?.settings.messageTexts;
    await call('adminTenants.update', patch(text, now ?? []));
  };
  const done = (word: 'wasSaved' | 'wasReset'): void =>
    toast(sayOfTenant(word, { name: titleOf(chosen.template) }), { undo: () => change(kept) });
  const save = async (values: Values): Promise<void> => {
    const text = textIn(chosen, values);
    version.saves(JSON.stringify(text));
    try {
      await change(text);
    } catch (error) {
      const { message } = asError(error);
      throw message.startsWith('settings.messageTexts.0.') ? withLine(asError(error), values) : error;
    }
    done('wasSaved');
  };
  const reset = async (): Promise<void> => {
    await change(undefined);
    done('wasReset');
  };
  const hintOf = (part: Part): string => {
    const text = ours(chosen.template, locale, part);
    return [say(`${part}?`), ...(text ? [say('ours', { text })] : [])].join(' ');
  };
  return (
    <div class="two">
      {may('operate') && (
        <PlainForm
          key={version.key}
          send={save}
          submit={common('save')}
          code={(values) => ({ operation: 'adminTenants.update', input: patch(textIn(chosen, values)) })}
          actions={
            kept && (
              <button type="button" class="second" onClick={() => reset().catch(toastProblem)}>
                {sayOfTenant('reset')}
              </button>
            )
          }
        >
          <div
            class="stack settings"
            onInput={({ target }) => {
              const { form } = target as HTMLInputElement;
              const values = form ? (Object.fromEntries(new FormData(form)) as Values) : {};
              typed.value = { key: version.key, text: textIn(chosen, values) };
            }}
          >
            <p class="hint">{say('placeholders', { names: placeholdersOf(chosen.template).join(' ') })}</p>
            {partsOf(chosen.template).map((part) => (
              <TextField key={part} part={part} hint={hintOf(part)} value={kept?.[part] ?? ''} />
            ))}
          </div>
        </PlainForm>
      )}
      <Preview tenant={tenant} all={all} chosen={chosen} locale={locale} typed={shown} />
    </div>
  );
}

/** A line, or several. */
function TextField({ part, hint, value }: { part: Part; hint: string; value: string }) {
  const field = {
    name: inputOf(part),
    label: say(`part-${part}`),
    hint,
    value,
    maxLength: PARTS[part],
    isOptional: true,
  };
  return part === 'note' ? <TextArea {...field} rows={4} /> : <Field {...field} />;
}

type PreviewProps = EditorProps & { typed: MessageText | undefined };

/** The message with what is typed, and with what is kept of the note below every message. */
function Preview({ tenant, all, chosen, locale, typed }: PreviewProps) {
  const app = useDefaults().get('GATEHOUSE_APP_NAME') ?? 'Gatehouse';
  const own = [...all.filter((each) => !isOf(chosen)(each)), ...(typed ? [typed] : [])];
  const voice = { tenant: tenant.name, app, own };
  const { subject, text } = preview(chosen.template, voice, { tag: chosen.locale, locale });
  return (
    <section class="faces" aria-label={sayOfTenant('preview')} lang={chosen.locale} dir={locale.dir}>
      <div class="message">
        <b>{subject}</b>
        <pre class="pre">{text}</pre>
      </div>
    </section>
  );
}
