// Recognises secrets and personal data in a log by their shape, no matter whose they are. A log may contain neither.

const SHAPES: Readonly<Record<string, RegExp>> = {
  'a password of a test': /Zq7\$ /,
  'a signed token': /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}/,
  'three parts in base64url': /(?<![\w.-])[\w-]{20,}\.[\w-]{20,}\.[\w-]{20,}(?![\w.-])/,
  'a link token': /(?<![A-Za-z])(rst|inv)_usr_/,
  // 256 random bits: cookies, codes, states and verifiers, with the id of whose they are or without; digests, too.
  'a secret or a digest': /(?<![\w-])[\w-]{43}(?![\w-])/,
  'a secret of an authenticator': /(?<![A-Z2-7])[A-Z2-7]{32}(?![A-Z2-7])|otpauth:/,
  'a recovery code': /(?<![A-Z2-7-])[A-Z2-7]{4}(-[A-Z2-7]{4}){5}/,
  'a cookie': /svc_[a-z_0-9]+=|set-cookie/i,
  'a header that authenticates': /bearer |basic [\w+/]{8}/i,
  'a hash of a password': /gh1\$|\$argon2|\$2[abxy]\$|\$scrypt|\$pbkdf2/,
  'a key': /-----BEGIN|\\?"(d|k|dp|dq|qi)\\?":\s*\\?"/,
  'something sealed': /(?<![\w.])v\d+\.[\w-]{16,}/,
  // What the log calls code are names of errors.
  'a six-digit code': /(?<![a-z])(code|otp|pin)[^A-Za-z0-9]{1,6}\d{6}(?!\d)/i,
  'an e-mail address': /[A-Za-z0-9._+-]@[A-Za-z0-9-]+\.[A-Za-z]{2,}/,
  'a telephone number': /(?<![\w+])\+[1-9]\d{6,14}(?!\d)/,
};

/** Returns the names of the shapes that the text contains. */
export const secretsIn = (text: string): string[] =>
  Object.entries(SHAPES).flatMap(([name, shape]) => (shape.test(text) ? name : []));
