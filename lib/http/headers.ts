// Lists the headers of every response, whether a function, the API in front of it or the local gateway makes it.

/** What lets a page of another origin read a response, beside `access-control-allow-origin`. */
export const CORS_HEADERS = {
  vary: 'Origin',
  'access-control-allow-credentials': 'true',
  // API Gateway names each request by the latter. Errors of the client carry it.
  'access-control-expose-headers': 'retry-after, x-amzn-requestid, x-ignored-fields',
};

/**
 * The headers of a picture: a page shows it as an image, and a browser that opens it by itself runs nothing and asks for
 * nothing else.
 */
export const MEDIA_HEADERS = {
  'content-security-policy': "default-src 'none'; img-src data:; style-src 'none'; frame-ancestors 'none'; sandbox",
  // Logos are public, and applications show them on pages of their own.
  'cross-origin-resource-policy': 'cross-origin',
};

export const SECURITY_HEADERS = {
  // Any response may hold personal data or a credential (RFC 6749 5.1, OWASP ASVS 14.3.2).
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** By it a proxy in front of the API proves itself. The proxy must replace what a client sends in it. */
export const PROXY_HEADER = 'x-gatehouse-proxy';

/** CloudFront adds it, with its client's address and port (CloudFront guide, "Add CloudFront request headers"). */
export const VIEWER_HEADER = 'cloudfront-viewer-address';
