// Reads a QR code as a camera would, with another library than the one that draws it.
import { PNG } from 'pngjs';
import decode from 'qr/decode.js';

const PREFIX = 'data:image/png;base64,';

/** The text of a QR code in a data URL. Throws for what isn't a PNG of one. */
export function readQrCode(dataUrl: string): string {
  if (!dataUrl.startsWith(PREFIX)) throw new Error('no data URL of a PNG');
  return decode(PNG.sync.read(Buffer.from(dataUrl.slice(PREFIX.length), 'base64')));
}
