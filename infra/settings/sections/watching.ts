// Settings of alarms, logs and traces.
import { choice, type Setting, text } from '../setting.ts';

export const WATCHING = {
  alarmEmail: text(
    'Receives alarms. Further recipients subscribe to the topic `AlarmTopicArn`.',
    'an e-mail address',
    /^[^\s@,;<>]{1,64}@[^\s@,;<>]{3,253}$/,
  ),
  tracing: choice('Traces in X-Ray, which cost money per request.', 'off', 'on'),
} as const satisfies Record<string, Setting>;
