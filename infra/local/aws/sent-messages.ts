// Stores every e-mail and SMS that the local SES and SNS accepted, for the inbox, and holds the faults that tests
// inject into either service.

export type Channel = 'email' | 'sms';
export type Message = {
  id: string;
  channel: Channel;
  to: string;
  /** `null` for an SMS. */
  subject: string | null;
  text: string;
  html: string | null;
  /** The event it was made from, if the sender tagged it. */
  event: string | null;
  at: string;
};

export type Service = 'ses' | 'sns';
/** `reject`: the message is never accepted. The others are temporary. */
export type Fault = 'down' | 'throttle' | 'reject';

export type Outbound = {
  /** Newest first; only those to `to` if given, ignoring case. */
  messages: (to?: string) => Message[];
  add: (message: Message) => void;
  /** Increases with every message. */
  version: () => number;
  fail: (service: Service, fault: Fault | undefined) => void;
  fault: (service: Service) => Fault | undefined;
};

const KEEP = 1000;

export function createOutbound(): Outbound {
  const messages: Message[] = [];
  const faults: Partial<Record<Service, Fault>> = {};
  let version = 0;
  return {
    messages: (to) =>
      to === undefined ? [...messages] : messages.filter((each) => each.to.toLowerCase() === to.toLowerCase()),
    add: (message) => {
      messages.unshift(message);
      messages.length = Math.min(messages.length, KEEP);
      version++;
    },
    version: () => version,
    fail: (service, fault) => {
      faults[service] = fault;
    },
    fault: (service) => faults[service],
  };
}
