// DynamoDB expressions as we write them: `#name` is the attribute `name`, `:name` is `values.name`. Names and values are
// always passed beside the expression, so nothing a client sent is ever part of its text.

/** The condition, and that the item is there at all. */
export const existing = (condition?: string): string =>
  condition ? `attribute_exists(pk) AND (${condition})` : 'attribute_exists(pk)';

/** The clauses with the names and values they mention; DynamoDB refuses unused ones. */
export function expression<C extends Record<string, string | undefined>>(
  clauses: C,
  values: Record<string, unknown> = {},
) {
  const text = Object.values(clauses).join(' ');
  const names = new Set(text.match(/#\w+/g));
  const used = Object.entries(values).filter(([name]) => new RegExp(`:${name}\\b`).test(text));
  return {
    ...clauses,
    ...(names.size
      ? { ExpressionAttributeNames: Object.fromEntries([...names].map((name) => [name, name.slice(1)])) }
      : {}),
    ...(used.length
      ? { ExpressionAttributeValues: Object.fromEntries(used.map(([name, value]) => [`:${name}`, value])) }
      : {}),
  };
}
