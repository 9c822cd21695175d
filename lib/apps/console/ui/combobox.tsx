// A field that finds one of many while a person types (APG: combobox with a list):
//
//   <Combobox label={say('addRole')} search={async (text) => [{ value: 'rol_1', title: 'editor', hint: 'Acme' }]}
//     onPick={({ value }) => …} />
//
// It keeps nothing: what was picked is shown by the screen, for example as `Chips`.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { asError } from '../../kit/base.ts';
import { Icon } from '../../kit/icons.tsx';
import { useName } from '../../kit/name.ts';
import { explain } from '../core/explain.ts';
import { common } from '../words/index.ts';

export type Pick = { value: string; title: string; hint?: string | undefined };
type ComboboxProps = {
  label: string;
  /** Finds options. It is called when the field gets the focus, and after each pause in typing. */
  search: (text: string) => Promise<readonly Pick[]> | readonly Pick[];
  onPick: (option: Pick) => void;
  placeholder?: string;
  /** Said when nothing is found. */
  emptyText?: string;
};

const PAUSE_MS = 150;

export function Combobox({ label, search, onPick, placeholder, emptyText }: ComboboxProps) {
  const id = useName();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const asked = useRef(0);
  const latest = useRef(search);
  latest.current = search;
  const options = useSignal<readonly Pick[] | undefined>(undefined);
  const problem = useSignal('');
  const at = useSignal(-1);
  useEffect(() => () => clearTimeout(timer.current), []);

  const find = (text: string, pause = PAUSE_MS): void => {
    clearTimeout(timer.current);
    const mine = ++asked.current;
    timer.current = setTimeout(async () => {
      try {
        const found = await latest.current(text.trim());
        // A slow reply to an earlier text is late.
        if (mine !== asked.current) return;
        options.value = found;
        at.value = found.length ? 0 : -1;
        problem.value = '';
      } catch (error) {
        problem.value = explain(asError(error));
      }
    }, pause);
  };
  // What is searched may have been loaded only after the person had typed.
  useEffect(() => {
    if (options.value?.length === 0) find(input.current?.value ?? '', 0);
  }, [search]);
  const close = (): void => {
    asked.current++;
    clearTimeout(timer.current);
    options.value = undefined;
  };
  const pick = (option: Pick | undefined): void => {
    if (!option) return;
    if (input.current) input.current.value = '';
    close();
    onPick(option);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = options.value ?? [];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!options.value) find(input.current?.value ?? '', 0);
      else if (all.length) at.value = (at.value + step + all.length) % all.length;
    }
    // Without a list, Enter sends the form and Escape closes the dialog.
    if (!options.value) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      pick(all[at.value]);
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  return (
    <div class="field combobox">
      <label for={id}>{label}</label>
      <input
        id={id}
        ref={input}
        type="text"
        role="combobox"
        autocomplete="off"
        autoCapitalize="none"
        spellcheck={false}
        placeholder={placeholder}
        aria-autocomplete="list"
        aria-expanded={!!options.value}
        aria-controls={`${id}-list`}
        aria-activedescendant={options.value?.[at.value] ? `${id}-${at.value}` : undefined}
        onInput={({ currentTarget }) => find(currentTarget.value)}
        onClick={({ currentTarget }) => !options.value && find(currentTarget.value, 0)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} class="options" hidden={!options.value}>
        {options.value?.length === 0 && <p class="hint">{emptyText ?? common('nothingFound')}</p>}
        {options.value?.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input (aria-activedescendant)
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at.value}
            class="option"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
          >
            {option.title}
            {option.hint && <span class="hint"> {option.hint}</span>}
          </div>
        ))}
      </div>
      {problem.value && (
        <p class="complaint" role="alert">
          {problem.value}
        </p>
      )}
    </div>
  );
}

type ChipsProps = { label: string; chips: readonly Pick[]; onRemove?: ((chip: Pick) => void) | undefined };

/** What was picked, each with a button that removes it. */
export const Chips = ({ label, chips, onRemove }: ChipsProps) => (
  <ul class="chips" aria-label={label}>
    {chips.map((chip) => (
      <li key={chip.value} class="chip">
        {chip.title}
        {onRemove && (
          <button
            type="button"
            class="plain icon-button"
            aria-label={common('remove', { name: chip.title })}
            onClick={() => onRemove(chip)}
          >
            <Icon name="close" />
          </button>
        )}
      </li>
    ))}
  </ul>
);
