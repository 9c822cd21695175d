// The filter above a list: fields in a row, which apply when the form is sent or a choice is made.
import type { ComponentChildren } from 'preact';
import { type Option, optionsOf, useField } from '../../kit/form.tsx';
import { say } from '../words/organization.ts';

type FilterProps = {
  onFilter: (values: Readonly<Record<string, string>>) => void;
  children: ComponentChildren;
  isChoice?: boolean;
};

/** `isChoice`: nothing is typed, so it applies without a button. */
export const Filter = ({ onFilter, isChoice, children }: FilterProps) => (
  <form
    class="filter"
    onSubmit={(event) => {
      event.preventDefault();
      onFilter(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
    }}
  >
    {children}
    {!isChoice && (
      <button type="submit" class="second">
        {say('search')}
      </button>
    )}
  </form>
);

type ChoiceProps = {
  name: string;
  label: string;
  options: readonly Option[];
  value?: string;
  hint?: string;
  isFilter?: boolean;
};

/** A choice of one. That of a filter applies at once. */
export function Choice({ name, label, options, value, hint, isFilter }: ChoiceProps) {
  const { attributes, around } = useField({ name, label, hint, isOptional: true });
  return around(
    <select {...attributes} onChange={({ currentTarget: { form } }) => isFilter && form?.requestSubmit()}>
      {optionsOf(options, value)}
    </select>,
  );
}
