// Headers of every response, whoever makes it: a function, the API in front of it, the local gateway.

export const SECURITY_HEADERS = {
  // Everything here may be about a person or a credential (RFC 6749 5.1, OWASP ASVS 14.3.2).
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
