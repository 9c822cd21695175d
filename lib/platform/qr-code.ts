// QR codes. The library is loaded with the first one that is asked for.

/** The text as a QR code: a PNG in a data URL. */
export async function qrCode(text: string): Promise<string> {
  const { toDataURL } = await import('qrcode');
  return toDataURL(text, { type: 'image/png', errorCorrectionLevel: 'M' });
}
