// Replaces the SDK's support for operations that stream events (bundle.ts). The client of Lambda asks for it when it is
// made, and only operations that we do not call use it.

/** Returns what no operation of ours uses. */
export const eventStreamSerdeProvider = (): object => ({});

/** Returns the configuration as it is. */
export const resolveEventStreamSerdeConfig = <T>(config: T): T => config;

/** The protocols of all clients name it, in code that we do not reach. */
export class EventStreamSerde {
  constructor() {
    throw new Error('operations that stream events are not bundled');
  }
}
