// Makes a certificate of localhost that signs itself, for servers that a test calls over https (RFC 5280).
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const oid = (text: string) => der(0x06, hex(text));
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const NAME = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))));
/** localhost, 127.0.0.1. */
const ALTERNATIVES = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
const IS_CA = sequence(der(0x01, Buffer.from([255])));
const critical = der(0x01, Buffer.from([255]));
const time = (text: string) => der(0x18, Buffer.from(text));

/** Returns the certificate and its key, as PEM. */
export function newCertificate(): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    NAME,
    sequence(time('20200101000000Z'), time('20991231235959Z')),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(sequence(oid('551d11'), der(0x04, ALTERNATIVES)), sequence(oid('551d13'), critical, der(0x04, IS_CA))),
    ),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature));
  const cert = `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`;
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
