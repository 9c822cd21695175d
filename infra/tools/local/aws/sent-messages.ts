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

/** `lambda` is the function of the setting `messageSender`. */
export type Service = 'ses' | 'sns' | 'lambda';
/** `reject`: the message is never accepted. The others are temporary; `quota` is the limit of a day. */
export type Fault = 'down' | 'throttle' | 'quota' | 'reject';

export type Outbound = {
  /** Newest first; only those to `to` if given, ignoring case. */
  messages: (to?: string) => Message[];
  add: (message: Message) => void;
  /** Increases with every message. */
  version: () => number;
  fail: (service: Service, fault: Fault | undefined) => void;
  /** The fault of the service for a message of now: the injected one, or `throttle` above its rate. */
  fault: (service: Service) => Fault | undefined;
  /** Lets the service take at most so many messages in any second. */
  limit: (service: Service, perSecond: number) => void;
  rate: (service: Service) => number;
};

const KEEP = 1000;
/** Messages a second unless `limit` says otherwise: no local run comes close. */
const RATE = 10_000;

export function createOutbound(): Outbound {
  const messages: Message[] = [];
  const faults: Partial<Record<Service, Fault>> = {};
  const rates: Record<Service, number> = { ses: RATE, sns: RATE, lambda: RATE };
  const accepted: Record<Service, number[]> = { ses: [], sns: [], lambda: [] };
  let version = 0;

  const isThrottled = (service: Service): boolean => {
    const at = Date.now();
    const lately = accepted[service].filter((time) => time > at - 1000);
    const isFull = lately.length >= rates[service];
    accepted[service] = isFull ? lately : [...lately, at];
    return isFull;
  };
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
    fault: (service) => faults[service] ?? (isThrottled(service) ? 'throttle' : undefined),
    limit: (service, perSecond) => {
      rates[service] = perSecond;
    },
    rate: (service) => rates[service],
  };
}
