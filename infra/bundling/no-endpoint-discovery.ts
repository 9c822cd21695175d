// Replaces the SDK's endpoint discovery (bundle.ts): a cache of addresses that a client of DynamoDB makes, and asks for nothing
// unless a command of ours used it.

/** Returns the configuration as it is. */
export const resolveEndpointDiscoveryConfig = <T>(config: T): T => config;

/** The client asks for the setting that switches it on, and never reads it. */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS: object = {};
