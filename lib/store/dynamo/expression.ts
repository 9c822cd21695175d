// DynamoDB expressions as we write them: `#name` is the attribute `name` (or `names.name`, for attributes whose names are
// data), `:name` is `values.name`. Names and values are always passed beside the expression, so nothing a client sent is
// ever part of its text.

/** The condition, and that the item is there at all. */
export const existing = (condition?: string): string =>
  condition ? `attribute_exists(pk) AND (${condition})` : 'attribute_exists(pk)';

/** The clauses with the names and values they mention; DynamoDB refuses unused ones. */
export function expression<C extends Record<string, string | undefined>>(
  clauses: C,
  values: Record<string, unknown> = {},
  names: Record<string, string> = {},
) {
  const text = Object.values(clauses).join(' ');
  const mentioned = new Set(text.match(/#\w+/g));
  const attribute = (name: string): string => names[name] ?? name;
  const used = Object.entries(values).filter(([name]) => new RegExp(`:${name}\\b`).test(text));
  return {
    ...clauses,
    ...(mentioned.size
      ? { ExpressionAttributeNames: Object.fromEntries([...mentioned].map((at) => [at, attribute(at.slice(1))])) }
      : {}),
    ...(used.length
      ? { ExpressionAttributeValues: Object.fromEntries(used.map(([name, value]) => [`:${name}`, value])) }
      : {}),
  };
}
