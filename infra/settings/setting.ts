// Defines what a setting is, and the kinds of values that settings take.

/** `isValid` sees the value as text, as the CDK's context has it. `rule` completes "must be". */
export type Setting = { meaning: string; defaultValue: string; rule: string; isValid: (text: string) => boolean };

/** A setting with one of a few values; the default comes first. */
export const choice = (meaning: string, defaultValue: string, ...others: string[]): Setting => ({
  meaning,
  defaultValue,
  rule: `${defaultValue} or ${others.join(' or ')}`,
  isValid: (text) => [defaultValue, ...others].includes(text),
});

/** A whole number between bounds; without a default it may be left out. */
export const whole = (meaning: string, defaultValue: number | '', least: number, most: number): Setting => ({
  meaning,
  defaultValue: String(defaultValue),
  rule: `a whole number from ${least} to ${most}`,
  isValid: (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
});

/** Any text that a pattern or a function accepts. */
export const text = (
  meaning: string,
  rule: string,
  isValid: RegExp | ((text: string) => boolean),
  defaultValue = '',
): Setting => ({
  meaning,
  defaultValue,
  rule,
  isValid: typeof isValid === 'function' ? isValid : (given) => isValid.test(given),
});
