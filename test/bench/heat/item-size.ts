// Computes the size of an item and what it costs (DynamoDB Developer Guide, "DynamoDB item sizes and formats" and
// "DynamoDB read and write operations").

export type Value = Record<string, unknown>;
export type Item = Record<string, Value>;

/** Bytes that a list or a map takes beside its elements, and one byte for each of these. */
const OVERHEAD = 3;

/** Returns the size of an item in bytes. */
export const itemSize = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value), 0);

function valueSize(value: Value): number {
  const [[type, content] = []] = Object.entries(value);
  switch (type) {
    case 'S':
      return Buffer.byteLength(content as string);
    case 'N':
      return Math.ceil(String(content).replace(/[-.]/g, '').length / 2) + 1;
    case 'B':
      return Buffer.byteLength(content as string, 'base64');
    case 'L':
      return (content as Value[]).reduce((sum, each) => sum + 1 + valueSize(each), OVERHEAD);
    case 'M':
      return itemSize(content as Item) + OVERHEAD + Object.keys(content as Item).length;
    case 'SS':
      return (content as string[]).reduce((sum, each) => sum + Buffer.byteLength(each), 0);
    default:
      return 1;
  }
}

/** Units of a strongly consistent read. An item that does not exist costs one. */
export const readUnits = (item: Item | undefined): number => Math.max(1, Math.ceil(itemSize(item ?? {}) / 4096));
/** Units of a write. */
export const writeUnits = (item: Item): number => Math.max(1, Math.ceil(itemSize(item) / 1024));
