// Names the release. A test compares it with package.json, which no function loads.

export const VERSION = '0.1.0';
