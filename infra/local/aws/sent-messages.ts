// What was sent: every e-mail and SMS that SES and SNS accepted, for the inbox. And the switches that make either of
// them fail, for those who test what happens then.

export type Channel = 'email' | 'sms';
export type Message = {
  id: string;
  channel: Channel;
  to: string;
  /** `null` for an SMS. */
  subject: string | null;
  text: string;
  html: string | null;
  /** The event it came from, where the sender said so. */
  event: string | null;
  at: string;
};

export type Service = 'ses' | 'sns';
/** `reject`: this message will never be accepted. The others pass with time. */
export type Fault = 'down' | 'throttle' | 'reject';

export type Outbound = {
  /** Newest first; those to `to`, whatever its case. */
  messages: (to?: string) => Message[];
  add: (message: Message) => void;
  /** Grows with every message. */
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
