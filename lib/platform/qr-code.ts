// QR codes. The library is loaded with the first one that is asked for.

/** Rows of a QR code repeat: the filters that PNG has for photographs make it larger and slower. */
const UNFILTERED = { filterType: 0, deflateStrategy: 0, deflateLevel: 6 } as const;

/** The text as a QR code: a PNG in a data URL. */
export async function qrCode(text: string): Promise<string> {
  // By its default export, the only one that Node sees of a CommonJS library once it is bundled.
  const { default: library } = await import('qrcode');
  const png = await library.toBuffer(text, { type: 'png', errorCorrectionLevel: 'M', rendererOpts: UNFILTERED });
  return `data:image/png;base64,${png.toString('base64')}`;
}
