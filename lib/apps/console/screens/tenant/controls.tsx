// Shows settings as inputs, or as facts to those who may not change them. What it shows is in settings.ts alone.
import { LANGUAGES } from '../../../../contract/fields/languages.ts';
import { Check, DurationField, Facts, Field, Select, TextArea, type Unit, unitName } from '../../kit.ts';
import { type Defaults, defaultOf, written } from './defaults.ts';
import { readValue, type Texts } from './setting-texts.ts';
import { type FieldPath, isLeaf, type Leaf, type Node, type OptionPath } from './settings.ts';
import { labelOf, languageName, meaningOf, noLanguage, say } from './words.ts';

/** Before the path in the names of inputs, so that an error of the service finds its field. */
const ROOT = 'settings.';
export const nameOf = (path: string): string => ROOT + path;
const pathOf = (at: string): FieldPath => at.slice(ROOT.length) as FieldPath;

type ControlProps = {
  node: Node;
  /** The name of the input, or what the names of several begin with. */
  at: string;
  /** What is kept. */
  texts: Texts;
  /** What is typed now. */
  typed: Texts;
  defaults: Defaults;
};

/** All inputs of a setting. */
export function Controls(props: ControlProps) {
  const { node, at } = props;
  if (isLeaf(node)) return <Control {...props} leaf={node} />;
  return (
    <>
      {Object.entries(node).map(([name, each]) => {
        const path = `${at}.${name}`;
        const inner = <Controls {...props} key={path} node={each} at={path} />;
        if (isLeaf(each)) return inner;
        return (
          <fieldset key={path} class="stack">
            <legend class="label">{labelOf(pathOf(path))}</legend>
            <span class="hint">{meaningOf(pathOf(path))}</span>
            {inner}
          </fieldset>
        );
      })}
    </>
  );
}

const noChoice = (): string => say('defaultIs', { value: say('ofDeployment') });

/** Meaning, bounds and default, in this order. */
function hintOf(leaf: Leaf, at: string, defaults: Defaults): string {
  const parts = [meaningOf(pathOf(at))];
  if (leaf.kind === 'number' || leaf.kind === 'seconds') {
    const [min, max] = [leaf.min, leaf.max].map((each) => written(leaf, String(each)));
    parts.push(say('bounds', { min: min ?? '', max: max ?? '' }));
  }
  if (leaf.kind === 'lines') parts.push(say('lines', { most: leaf.most }));
  if (leaf.kind === 'codes') parts.push(say('codes'));
  const otherwise = defaultOf(leaf, defaults);
  if (otherwise) parts.push(say('defaultIs', { value: otherwise }));
  return parts.join(' ');
}

function Control({ leaf, at, texts, typed, defaults }: ControlProps & { leaf: Leaf }) {
  const label = labelOf(pathOf(at));
  const common = { name: at, label, hint: hintOf(leaf, at, defaults), isOptional: true };
  const value = texts[at] ?? '';
  const optionOf = (option: string): string => labelOf(`${pathOf(at)}.${option}` as OptionPath);
  switch (leaf.kind) {
    case 'check':
      return <Check {...common} isChecked={value === 'on'} />;
    case 'boxes':
      return (
        <fieldset>
          <legend class="label">{label}</legend>
          <span class="hint">{common.hint}</span>
          {Object.keys(leaf.options).map((each) => (
            <Check
              key={each}
              name={`${at}.${each}`}
              label={optionOf(each)}
              isChecked={texts[`${at}.${each}`] === 'on'}
            />
          ))}
        </fieldset>
      );
    case 'choice':
      return (
        <Select
          {...common}
          value={value}
          options={[
            ...(leaf.default ? [] : [['', noChoice()] as const]),
            ...Object.keys(leaf.options).map(
              (each) =>
                [each, each === leaf.default ? `${optionOf(each)} · ${say('isDefault')}` : optionOf(each)] as const,
            ),
          ]}
        />
      );
    case 'lines':
      return <TextArea {...common} value={value} rows={Math.min(8, Math.max(3, value.split('\n').length + 1))} />;
    case 'codes':
      return <TextArea {...common} value={value} rows={2} />;
    case 'language':
      return <Select {...common} value={value} options={languages(value)} />;
    case 'number':
      return <Field {...common} type="number" inputMode="numeric" min={leaf.min} max={leaf.max} value={value} />;
    case 'seconds':
      return (
        <DurationField {...common} min={leaf.min} max={leaf.max} amount={value} unit={texts[unitName(at)] as Unit} />
      );
    case 'color':
      return (
        <ColorField
          {...common}
          pattern={leaf.pattern ?? ''}
          start={leaf.start ?? ''}
          value={value}
          typed={typed[at] ?? ''}
        />
      );
    default:
      return (
        <Field
          {...common}
          isOptional={!leaf.isNeeded}
          type={leaf.kind === 'secret' ? 'password' : leaf.kind}
          autocomplete={leaf.kind === 'secret' ? 'new-password' : 'off'}
          maxLength={leaf.most}
          {...(leaf.pattern && { pattern: leaf.pattern })}
          value={value}
        />
      );
  }
}

/** Other tags, such as `de-AT`, come by the API and stay. */
const languages = (chosen: string): [string, string][] => [
  ['', noLanguage()],
  ...[...new Set<string>([...LANGUAGES, ...(chosen ? [chosen] : [])])].map((tag): [string, string] => [
    tag,
    languageName(tag),
  ]),
];

type ColorProps = {
  name: string;
  label: string;
  hint: string;
  pattern: string;
  start: string;
  value: string;
  typed: string;
};

/** Six digits, and the browser's palette beside them, which writes into the field. */
function ColorField({ typed, start, ...field }: ColorProps) {
  return (
    <div class="with-more">
      <Field {...field} isOptional maxLength={7} placeholder={start} />
      <input
        type="color"
        aria-label={say('pick', { label: field.label })}
        value={/^#[0-9a-f]{6}$/i.test(typed) ? typed : start}
        onInput={({ currentTarget }) => {
          const text = currentTarget.form?.elements.namedItem(field.name) as HTMLInputElement;
          text.value = currentTarget.value;
          text.dispatchEvent(new Event('input', { bubbles: true }));
        }}
      />
    </div>
  );
}

/** The same, for those who may not change it. */
export function Shown({ node, at, texts, defaults }: Omit<ControlProps, 'typed'>) {
  return <Facts of={facts(node, at, texts, defaults)} />;
}

function facts(node: Node, at: string, texts: Texts, defaults: Defaults): [string, string][] {
  if (!isLeaf(node))
    return Object.entries(node).flatMap(([name, each]) => facts(each, `${at}.${name}`, texts, defaults));
  return [[labelOf(pathOf(at)), shown(node, at, texts, defaults)]];
}

function shown(leaf: Leaf, at: string, texts: Texts, defaults: Defaults): string {
  const text = texts[at] ?? '';
  const optionOf = (option: string): string => labelOf(`${pathOf(at)}.${option}` as OptionPath);
  if (leaf.kind === 'check') return say(text ? 'on' : 'off');
  if (leaf.kind === 'choice') return text ? optionOf(text) : noChoice();
  if (leaf.kind === 'boxes') {
    const chosen = (readValue(leaf, at, texts) as string[] | undefined) ?? Object.keys(leaf.options);
    return chosen.map(optionOf).join(', ');
  }
  if (leaf.kind === 'language' && !text) return noLanguage();
  if (text)
    return leaf.kind === 'seconds' || leaf.kind === 'number' ? written(leaf, String(readValue(leaf, at, texts))) : text;
  const otherwise = defaultOf(leaf, defaults);
  return otherwise ? say('defaultIs', { value: otherwise }) : '–';
}
