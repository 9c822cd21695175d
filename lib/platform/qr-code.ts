// QR codes. The library is loaded with the first one that is asked for.

/** Rows of a QR code repeat: the filters that PNG has for photographs make it larger and slower. */
const UNFILTERED = { filterType: 0, deflateStrategy: 0, deflateLevel: 6 } as const;

/** The text as a QR code: a PNG in a data URL. */
export async function qrCode(text: string): Promise<string> {
  const { toBuffer } = await import('qrcode');
  const png = await toBuffer(text, { type: 'png', errorCorrectionLevel: 'M', rendererOpts: UNFILTERED });
  return `data:image/png;base64,${png.toString('base64')}`;
}
