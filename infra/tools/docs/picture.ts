// Draws the picture of the architecture: one request and one event through the system, in a light and a dark version.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DIRECTORY = new URL('../../../docs/images/', import.meta.url);
const WIDTH = 1060;
const HEIGHT = 472;
const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif";
const MONO = "ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace";

/** The colours of GitHub's own themes, so that the picture looks like a part of the page. */
const THEMES = {
  light: {
    box: '#f6f8fa',
    inner: '#ffffff',
    line: '#d1d9e0',
    text: '#1f2328',
    muted: '#59636e',
    request: '#0969da',
    event: '#1a7f37',
  },
  dark: {
    box: '#151b23',
    inner: '#0d1117',
    line: '#3d444d',
    text: '#f0f6fc',
    muted: '#9198a1',
    request: '#4493f8',
    event: '#3fb950',
  },
} as const;

export type Theme = keyof typeof THEMES;
type Colours = (typeof THEMES)[Theme];
type Lane = 'request' | 'event';
type Point = readonly [x: number, y: number];
type Part = readonly [text: string, style: string];
type Box = { x: number; y: number; width: number; height: number };

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function label([x, y]: Point, content: string, style: string): string {
  return `<text x="${x}" y="${y}" class="${style}">${escaped(content)}</text>`;
}

function rectangle({ x, y, width, height }: Box, style: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" class="${style}"/>`;
}

/** A box with a title and lines of small text below it, centred. */
function service(box: Box, title: string, lines: string[]): string {
  const centre = box.x + box.width / 2;
  const top = box.y + box.height / 2 - (lines.length * 18) / 2 + 6;
  return [
    rectangle(box, 'box'),
    label([centre, top], title, 'title'),
    ...lines.map((line, index) => label([centre, top + 20 + index * 18], line, 'small')),
  ].join('\n');
}

/** One layer of the code inside a function: the folder, and what it does. */
function layer(box: Box, folder: string, meaning: string): string {
  return [
    rectangle(box, 'inner'),
    label([box.x + 12, box.y + 23], folder, 'code start'),
    label([box.x + box.width - 12, box.y + 23], meaning, 'small end'),
  ].join('\n');
}

function arrow(from: Point, to: Point, lane: Lane, dashed = false): string {
  const style = `arrow ${lane}${dashed ? ' dashed' : ''}`;
  return `<path d="M${from.join(' ')} L${to.join(' ')}" class="${style}" marker-end="url(#${lane})"/>`;
}

/** Text in two styles on one line. */
function twoPartLabel([x, y]: Point, [first, firstStyle]: Part, [second, secondStyle]: Part): string {
  const rest = `<tspan class="${secondStyle}" dx="8">${escaped(second)}</tspan>`;
  return `<text x="${x}" y="${y}" class="start"><tspan class="${firstStyle}">${escaped(first)}</tspan>${rest}</text>`;
}

/** The number of a step, above its arrow. */
function step([x, y]: Point, number: number, lane: Lane): string {
  return `<circle cx="${x}" cy="${y}" r="11" class="step-${lane}"/>\n${label([x, y + 4.5], String(number), 'number')}`;
}

const head = (lane: Lane): string =>
  `<marker id="${lane}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">` +
  `<path d="M0 0 L10 5 L0 10 z" class="head-${lane}"/></marker>`;

function stylesheet(colours: Colours): string {
  const { box, inner, line, text, muted, request, event } = colours;
  return [
    `text { font: 14px ${FONT}; fill: ${text}; text-anchor: middle; }`,
    '.title { font-size: 15px; font-weight: 600; }',
    `.small { font-size: 13px; fill: ${muted}; }`,
    `.code { font: 13px ${MONO}; }`,
    '.lane { font-size: 16px; font-weight: 600; }',
    `.lane-code { font: 600 14px ${MONO}; }`,
    '.start { text-anchor: start; }',
    '.end { text-anchor: end; }',
    `.box { fill: ${box}; stroke: ${line}; stroke-width: 1.5; }`,
    `.inner { fill: ${inner}; stroke: ${line}; }`,
    '.arrow { fill: none; stroke-width: 2; }',
    '.dashed { stroke-dasharray: 5 4; }',
    `.request { stroke: ${request}; }`,
    `.event { stroke: ${event}; }`,
    `.head-request, .step-request, .ink-request { fill: ${request}; }`,
    `.head-event, .step-event, .ink-event { fill: ${event}; }`,
    `.number { font-size: 12.5px; font-weight: 700; fill: ${inner}; }`,
  ].join('\n');
}

const REQUEST_Y = 132;
const EVENT_Y = 358;
const TABLE: Box = { x: 870, y: 56, width: 172, height: 356 };

function requestLane(): string[] {
  const code: Box = { x: 396, y: 56, width: 352, height: 184 };
  const forth = REQUEST_Y - 9;
  const back = REQUEST_Y + 13;
  return [
    twoPartLabel([18, 30], ['A request', 'lane ink-request'], ['POST /auth/invite', 'lane-code']),
    service({ x: 18, y: 96, width: 116, height: 72 }, 'Your app', ['Alan invites Gil']),
    service({ x: 198, y: 96, width: 134, height: 72 }, 'API Gateway', ['routes, throttles']),
    rectangle(code, 'box'),
    twoPartLabel([code.x + 16, code.y + 26], ['Lambda', 'title'], ['authentication', 'code']),
    layer({ x: 410, y: 96, width: 324, height: 38 }, 'lib/http', 'session, CSRF, body'),
    layer({ x: 410, y: 142, width: 324, height: 38 }, 'lib/domain', 'limits, permissions, rules'),
    layer({ x: 410, y: 188, width: 324, height: 38 }, 'lib/store', 'one transaction'),
    arrow([134, forth], [196, forth], 'request'),
    arrow([332, forth], [394, forth], 'request'),
    arrow([748, 207], [876, 207], 'request'),
    arrow([396, back], [334, back], 'request', true),
    arrow([198, back], [136, back], 'request', true),
    step([164, forth - 19], 1, 'request'),
    step([362, forth - 19], 2, 'request'),
    step([808, 207 - 19], 3, 'request'),
    step([362, back + 19], 4, 'request'),
    label([166, back + 22], '201', 'code'),
  ];
}

function table(): string[] {
  const item = (y: number, name: string): string =>
    `${rectangle({ x: 882, y, width: 148, height: 34 }, 'inner')}\n${label([956, y + 22], name, 'code')}`;
  return [
    rectangle(TABLE, 'box'),
    label([956, 86], 'DynamoDB', 'title'),
    label([956, 106], 'one table', 'small'),
    item(146, 'user'),
    item(190, 'token'),
    item(234, 'outbox'),
    label([956, 292], 'all three, or none', 'small'),
    label([956, EVENT_Y + 5], 'stream', 'small'),
  ];
}

/** Drawn from right to left: the event starts where the request ended. */
function eventLane(): string[] {
  const y = EVENT_Y - 38;
  const height = 76;
  const steps: [from: number, to: number][] = [
    [870, 806],
    [684, 632],
    [500, 448],
    [346, 294],
    [184, 132],
  ];
  return [
    twoPartLabel([18, 288], ['Its event', 'lane ink-event'], ['svc.user_invited', 'lane-code']),
    service({ x: 686, y, width: 118, height }, 'change-feed', ['Lambda,', 'publishes']),
    service({ x: 502, y, width: 128, height }, 'EventBridge', ['bus,', 'every event']),
    service({ x: 348, y, width: 98, height }, 'SQS', ['queue,', 'retries']),
    service({ x: 186, y, width: 106, height }, 'mailer', ['Lambda,', 'sends once']),
    service({ x: 18, y, width: 112, height }, 'SES', ['e-mail to Gil,', 'SMS by SNS']),
    ...steps.flatMap(([from, to], index) => [
      arrow([from, EVENT_Y], [to, EVENT_Y], 'event'),
      step([(from + to) / 2 + 1, EVENT_Y - 20], index + 5, 'event'),
    ]),
    arrow([566, y + height], [566, 440], 'event', true),
    label([566, 460], 'rules of your own: audit log, CRM, other services', 'small'),
  ];
}

/** Returns the picture as SVG. */
export function picture(theme: Theme): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    '<title>One request and one event through Gatehouse</title>',
    `<style>\n${stylesheet(THEMES[theme])}\n</style>`,
    `<defs>${head('request')}${head('event')}</defs>`,
    ...table(),
    ...requestLane(),
    ...eventLane(),
    '</svg>\n',
  ].join('\n');
}

export const pictures = (): Record<string, string> => ({
  'request-and-event-light.svg': picture('light'),
  'request-and-event-dark.svg': picture('dark'),
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(pictures())) writeFileSync(new URL(name, DIRECTORY), text);
}
