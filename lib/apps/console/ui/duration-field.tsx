// A field for a duration: a number, and beside it the unit.
import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { optionsOf } from '../../kit/form.tsx';
import { common, language } from '../words/index.ts';
import { UNITS, type Unit, unitName, unitOf, units } from './duration.ts';
import { Field } from './form.tsx';

const formatOf = (unit: Unit): Intl.NumberFormat =>
  new Intl.NumberFormat(language.value, { style: 'unit', unit, unitDisplay: 'long' });

/** Returns `14 days` or `90 seconds`. */
export function duration(seconds: number): string {
  const unit = unitOf(seconds);
  return formatOf(unit).format(seconds / UNITS[unit]);
}

/** Returns the name of a unit, for more than one: `days`. */
const titleOf = (unit: Unit): string =>
  formatOf(unit)
    .formatToParts(2)
    .find(({ type }) => type === 'unit')?.value ?? unit;

type Props = {
  name: string;
  label: string;
  hint?: string | undefined;
  isOptional?: boolean;
  /** Shown first. */
  amount: string;
  unit: Unit;
  /** In seconds. */
  min: number;
  max: number;
};

/**
 * `secondsIn` (duration.ts) reads it. Both inputs begin with what is given and then keep what the person chose: the form of a saved value
 * may be given another unit for the same time, and an amount would get the unit of the other.
 */
export function DurationField({ amount, unit, min, max, ...field }: Props) {
  const [first] = useState(amount);
  const chosen = useSignal(unit);
  const length = UNITS[chosen.value];
  return (
    <div class="with-more">
      <Field
        {...field}
        type="number"
        inputMode="numeric"
        value={first}
        min={Math.ceil(min / length)}
        max={Math.floor(max / length)}
      />
      <select
        name={unitName(field.name)}
        aria-label={common('unit', { label: field.label })}
        onChange={({ currentTarget }) => {
          chosen.value = currentTarget.value as Unit;
        }}
      >
        {optionsOf(
          units.filter((each) => UNITS[each] <= max).map((each) => [each, titleOf(each)]),
          chosen.value,
        )}
      </select>
    </div>
  );
}
