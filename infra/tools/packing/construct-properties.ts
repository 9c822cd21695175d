// Writes the properties of the construct from the table of settings, each with its meaning as JSDoc.
import { variableDefaults, variableSchemas } from '../../../lib/platform/settings/environment.ts';
import { PROPERTIES, withPropertyNames } from '../../settings/properties.ts';
import { SETTINGS } from '../../settings/sections.ts';
import { literals, type Setting } from '../../settings/setting.ts';
import { VARIABLES } from '../../settings/variables.ts';

type Property = Pick<Setting, 'meaning' | 'type' | 'defaultValue'> & { rule?: string };

const DOCUMENTS = 'https://github.com/gatehouse-auth/gatehouse/blob/main/docs';
/** Defaults that depend on the app. */
const DEFAULTS: Readonly<Record<string, string>> = {
  apiGatewayLogRole: '`true` for the first Gatehouse of the app in its account and region, `false` for the others',
};

/** Returns what the package has as lib/packages/construct/setting-properties.ts. */
export function constructProperties(): string {
  const lines = Object.entries(PROPERTIES).map(([property, name]) => {
    const { meaning, rule, type, defaultValue } = propertyOf(name);
    const standard = DEFAULTS[name] ?? defaultOf(type, defaultValue);
    const text = [
      described(meaning, type),
      ...(rule ? [`Must be ${rule}.`] : []),
      ...(standard === '' ? [] : [`@default ${standard}`]),
    ];
    const comment =
      text.length === 1 ? `/** ${text[0]} */` : `/**\n${text.map((line) => `   * ${line}`).join('\n')}\n   */`;
    return `  ${comment}\n  readonly ${property}?: ${type} | undefined;`;
  });
  return `// Written from infra/settings.\n\n/** The settings of a deployment. */\nexport interface SettingProperties {\n${lines.join('\n')}\n}\n`;
}

function propertyOf(name: string): Property {
  const setting = (SETTINGS as Readonly<Record<string, Setting>>)[name];
  // The type says what a choice must be.
  if (setting) return ['string', 'number'].includes(setting.type) ? setting : { ...setting, rule: '' };
  const { enum: values, pattern } = variableSchemas()[name] ?? {};
  return {
    meaning: VARIABLES[name as keyof typeof VARIABLES],
    type: values ? literals(values) : pattern === String.raw`^\d{1,9}$` ? 'number' : 'string',
    defaultValue: variableDefaults()[name] ?? '',
  };
}

function defaultOf(type: string, value: string): string {
  if (value === '') return '';
  if (type === 'boolean') return String(value === 'on');
  return /^number$|^\d/.test(type) ? value : `'${value}'`;
}

/** The meaning with whole links, and with the names and values that properties have. */
function described(meaning: string, type: string): string {
  const linked = withPropertyNames(meaning).replace(/\]\(([\w/.-]*)(#[\w-]+)?\)/g, (_, page: string, at = '') => {
    return `](${DOCUMENTS}/${page || 'configuration.md'}${at})`;
  });
  return type === 'boolean' ? linked.replaceAll('`on`', '`true`').replaceAll('`off`', '`false`') : linked;
}
