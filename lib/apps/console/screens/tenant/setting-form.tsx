// One setting of a tenant: its form, or its facts for those who may not change it, and the way back to its default.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { GatehouseError, type Tenant, type TenantSettings } from '../../../../packages/client/index.ts';
import {
  asError,
  Badge,
  call,
  common,
  type InputOf,
  isOfDeployment,
  may,
  Panel,
  PlainForm,
  toast,
  toastProblem,
  type Values,
} from '../../kit.ts';
import { Controls, nameOf, Shown } from './controls.tsx';
import { useDefaults } from './defaults.ts';
import { isSame, readValue, type Texts, textsOf } from './setting-texts.ts';
import { isLeaf, isReserved, SETTINGS, type SettingName } from './settings.ts';
import { labelOf, meaningOf, say } from './words.ts';

type Patch = InputOf<'adminTenants.update'>;

/** Returns the call that changes one setting. `undefined`: back to its default. */
export const patchOf = (id: string, name: keyof TenantSettings, value: unknown): Patch => ({
  id,
  settings: { [name]: value ?? null },
});

/**
 * Returns the error with the field that the form has, and with the line that it is about:
 * `settings.redirectUris.2: must be …` is about the third line of `settings.redirectUris`.
 */
export function withLine(error: GatehouseError, texts: Texts): GatehouseError {
  const [, list = '', at = '', field = '', text = ''] =
    /^([\w.]+?)\.(\d+)((?:\.\w+)*): (.*)$/.exec(error.message) ?? [];
  if (!list) return error;
  const line = (texts[list] ?? '').trim().split(/[\s,;]+/)[Number(at)];
  const { code, statusCode, requestId } = error;
  const said = line && !field ? say('badLine', { line, text }) : text;
  return new GatehouseError(`${list}${field}: ${said}`, { code, statusCode, requestId }, { cause: error });
}

/** Why the admin may not change the setting. */
function reasonOf(name: SettingName): string | undefined {
  if (!may('operate')) return say('readOnly');
  return isReserved(name) && !isOfDeployment() ? say('reserved') : undefined;
}

type FormProps = {
  tenant: Tenant;
  name: SettingName;
  /** Shown beside the form, from what is typed. */
  beside?: (typed: Texts) => ComponentChildren;
};

export function SettingForm({ tenant, name, beside }: FormProps) {
  const { of: node } = SETTINGS[name];
  const at = nameOf(name);
  const kept = tenant.settings[name];
  const texts = textsOf(node, at, kept);
  const defaults = useDefaults();
  const input = useSignal<{ key: number; texts: Texts } | undefined>(undefined);
  const reason = reasonOf(name);
  const version = useVersion(JSON.stringify(readValue(node, at, texts)));
  const title = labelOf(name);
  // What was typed in inputs that started anew since is gone.
  const typed = input.value?.key === version.key ? input.value.texts : texts;

  const change = (value: unknown) => call('adminTenants.update', patchOf(tenant.id, name, value));
  const save = async (values: Values): Promise<void> => {
    if (isSame(node, at, texts, values)) return toast(say('noChange'));
    const value = readValue(node, at, values);
    version.saves(JSON.stringify(value));
    try {
      await change(value);
    } catch (error) {
      throw withLine(asError(error), values);
    }
    toast(say('wasSaved', { name: title }), { undo: () => change(kept) });
  };
  const reset = async (): Promise<void> => {
    await change(undefined);
    toast(say('wasReset', { name: title }), { undo: () => change(kept) });
  };
  const shown = (
    <div class="stack">
      {reason ? (
        <>
          <p class="hint">{reason}</p>
          <Shown node={node} at={at} texts={texts} defaults={defaults} />
        </>
      ) : (
        <PlainForm
          key={version.key}
          send={save}
          submit={common('save')}
          code={(values) => ({
            operation: 'adminTenants.update',
            input: patchOf(tenant.id, name, readValue(node, at, values)),
          })}
          actions={
            kept !== undefined && (
              <button type="button" class="second" onClick={() => reset().catch(toastProblem)}>
                {say('reset')}
              </button>
            )
          }
        >
          <div
            class="stack settings"
            onInput={({ target }) => {
              const { form } = target as HTMLInputElement;
              const data = form ? [...new FormData(form)].map(([key, value]) => [key, String(value)]) : [];
              input.value = { key: version.key, texts: Object.fromEntries(data) };
            }}
          >
            <Controls node={node} at={at} texts={texts} typed={typed} defaults={defaults} />
          </div>
        </PlainForm>
      )}
    </div>
  );
  return (
    <Panel
      title={title}
      lead={isLeaf(node) ? undefined : meaningOf(name)}
      actions={kept === undefined ? <span class="hint">{say('isDefault')}</span> : <Badge>{say('isOwn')}</Badge>}
    >
      {beside ? (
        <div class="two">
          {shown}
          {beside(typed)}
        </div>
      ) : (
        <div class="narrow">{shown}</div>
      )}
    </Panel>
  );
}

/**
 * Returns a key that changes when the kept value does, so that the inputs start anew. Not after the form's own change: its
 * inputs show that already, and the focus stays.
 */
export function useVersion(value: string | undefined) {
  const state = useRef({ value, saved: value, key: 0 });
  const { current } = state;
  if (value !== current.value) {
    if (value !== current.saved) current.key++;
    current.value = value;
    current.saved = value;
  }
  return {
    key: current.key,
    saves: (saved: string | undefined) => {
      current.saved = saved;
    },
  };
}
