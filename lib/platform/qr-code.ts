// Draws QR codes. The library is loaded with the first one.

/**
 * The rows of a QR code repeat: PNG's filters, made for photographs, would make the file larger and slower to write.
 */
const UNFILTERED = { filterType: 0, deflateStrategy: 0, deflateLevel: 6 } as const;

/** Returns the text as a QR code: a PNG in a data URL. */
export async function qrCode(text: string): Promise<string> {
  // Once bundled, the CommonJS library has only a default export.
  const { default: library } = await import('qrcode');
  const png = await library.toBuffer(text, { type: 'png', errorCorrectionLevel: 'M', rendererOpts: UNFILTERED });
  return `data:image/png;base64,${png.toString('base64')}`;
}
