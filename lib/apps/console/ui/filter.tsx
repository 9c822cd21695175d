// Filters that live in the address:
//
//   <SearchFilter label={say('search')} />                                   ?search=
//   <ChoiceFilter name="status" label={say('status')} options={[['active', say('active')]]} />
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { type Option, optionsOf } from '../../kit/form.tsx';
import { useName } from '../../kit/name.ts';
import { query, setQuery } from '../core/router.ts';
import { common } from '../words/index.ts';

const PAUSE_MS = 250;

/** A search field. The list follows while a person types; the history gets one entry for it. */
export function SearchFilter({
  label,
  name = 'search',
  maxLength = 100,
}: {
  label: string;
  name?: string;
  maxLength?: number;
}) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const current = query.value.get(name) ?? '';
  useEffect(() => () => clearTimeout(timer.current), []);
  const typed = useRef(current);
  // The way back changes the address, not what was typed. Both are shown at once.
  useLayoutEffect(() => {
    if (input.current && typed.current !== current) input.current.value = current;
    typed.current = current;
  }, [current]);
  const search = (text: string): void => {
    clearTimeout(timer.current);
    const isReplaced = !!query.value.get(name);
    timer.current = setTimeout(() => {
      typed.current = text.trim();
      setQuery({ [name]: text.trim() }, { isReplaced });
    }, PAUSE_MS);
  };
  return (
    <input
      ref={input}
      type="search"
      class="search"
      aria-label={label}
      placeholder={label}
      defaultValue={current}
      maxLength={maxLength}
      autocomplete="off"
      autoCapitalize="none"
      spellcheck={false}
      onInput={({ currentTarget }) => search(currentTarget.value)}
    />
  );
}

type ChoiceProps = { name: string; label: string; options: readonly Option[] };

/** A choice with "all" before it. */
export function ChoiceFilter({ name, label, options }: ChoiceProps) {
  const id = useName();
  const current = query.value.get(name) ?? '';
  return (
    <span class="choice-filter">
      <label for={id}>{label}</label>
      <select id={id} value={current} onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}>
        <option value="">{common('all')}</option>
        {optionsOf(options, current)}
      </select>
    </span>
  );
}
