// Decides when alarms on traffic are raised: by a part of the traffic, with a floor, so that the same numbers suit a
// thousand users and millions. `alarmThresholds` changes them.
import { UserError } from '../../user-error.ts';

/** Raised above `above`, if there are at least `atLeast` of what the floor counts, in each period. */
export type Threshold = Readonly<{ above: number; atLeast: number }>;

/** The objective: 99.9 % of the requests of 30 days get no 5xx. `budget` is the part that may fail. */
export const OBJECTIVE = { percent: 99.9, budget: 0.001, days: 30 } as const;

/**
 * Alarm -> its threshold. Parts are of all logins, refreshes or requests. Latency is in ms. `ErrorBudget` is 3 times the
 * budget in a day, so a tenth of that of 30 days (Google SRE workbook, "Alerting on SLOs": 10 % is worth a ticket).
 */
export const ALARM_THRESHOLDS = {
  AuthenticationFailures: { above: 0.3, atLeast: 50 },
  GatewayThrottles: { above: 0.01, atLeast: 100 },
  RefreshTokenReuse: { above: 0.01, atLeast: 5 },
  Latency: { above: 2000, atLeast: 100 },
  RateLimits: { above: 0.05, atLeast: 100 },
  ErrorBudget: { above: 3 * OBJECTIVE.budget, atLeast: 20 },
} as const satisfies Readonly<Record<string, Threshold>>;

export type ThresholdName = keyof typeof ALARM_THRESHOLDS;
export type Thresholds = Readonly<Record<ThresholdName, Threshold>>;

const ENTRY = /^([A-Za-z]+):(\d{1,6}(?:\.\d{1,6})?)(?::(\d{1,9}))?$/;

/** Whether the text is a list of `alarm:above` or `alarm:above:floor`, each alarm at most once. */
export function isThresholds(text: string): boolean {
  const names = text.split(',').map((entry) => {
    const [, name, above] = ENTRY.exec(entry) ?? [];
    return name !== undefined && Object.hasOwn(ALARM_THRESHOLDS, name) && Number(above) > 0 ? name : undefined;
  });
  return names.every((name) => name !== undefined) && new Set(names).size === names.length;
}

/** Returns all thresholds, with those of a valid list in place of the standard ones. Throws `UserError` for a part above 1. */
export function readThresholds(list: string | undefined): Thresholds {
  const chosen = (list?.split(',') ?? []).map((entry): [string, Threshold] => {
    const [, name, above, atLeast] = ENTRY.exec(entry) as RegExpExecArray;
    const standard = ALARM_THRESHOLDS[name as ThresholdName];
    if (name !== 'Latency' && Number(above) >= 1)
      throw new UserError(`alarmThresholds: ${name} is a part of the traffic, so it must be below 1, not ${above}`);
    return [name as string, { above: Number(above), atLeast: Number(atLeast ?? standard.atLeast) }];
  });
  return { ...ALARM_THRESHOLDS, ...Object.fromEntries(chosen) };
}
