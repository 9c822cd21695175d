// QR codes. The library is loaded with the first one that is asked for.

/** The text as a QR code: a PNG in a data URL. */
export async function qrCode(text: string): Promise<string> {
  // By its default export, the only one that Node sees of a CommonJS library once it is bundled.
  const { default: library } = await import('qrcode');
  return library.toDataURL(text, { type: 'image/png', errorCorrectionLevel: 'M' });
}
