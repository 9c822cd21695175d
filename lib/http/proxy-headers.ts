// Names the headers by which a proxy in front of the API proves itself and says for whom it asks.

/** The header with the secret. The proxy must replace what a client sends in it. */
export const PROXY_HEADER = 'x-gatehouse-proxy';

/** CloudFront adds it, with its client's address and port (CloudFront guide, "Add CloudFront request headers"). */
export const VIEWER_HEADER = 'cloudfront-viewer-address';
