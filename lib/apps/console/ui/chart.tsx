// Bars of some days, with a table behind them:
//
//   <BarChart caption={say('chart')} labels={['Mon', 'Tue']} series={[{ title: say('signIns'), values: [3, 5] }]} />
//
// Labels are unique. The picture is for eyes; the table says the same to everyone else, and to those who want the numbers.
import { common, number } from '../words/index.ts';

export type Series = { title: string; values: readonly number[] };
type ChartProps = { caption: string; labels: readonly string[]; series: readonly Series[] };

/** The units of the picture, which is as wide as its place. */
const [WIDTH, HEIGHT] = [700, 160] as const;

/** More than this would run into each other. */
const MOST_LABELS = 7;

/** Returns the smallest of 1, 2, 5, 10, 20, 50, … that holds `most`. */
export function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return ([1, 2, 5, 10].find((each) => each * power >= most) ?? 10) * power;
}

export function BarChart({ caption, labels, series }: ChartProps) {
  const top = roundUp(Math.max(1, ...series.flatMap(({ values }) => values)));
  const space = WIDTH / Math.max(1, labels.length);
  const bar = Math.min(40, (space * 0.7) / series.length);
  const every = Math.ceil(labels.length / MOST_LABELS);
  const heightOf = (value: number): number => (value / top) * HEIGHT;
  return (
    <figure class="chart">
      <figcaption class="row">
        <span class="hint">{caption}</span>
        {series.length > 1 && (
          <ul class="legend">
            {series.map(({ title }, at) => (
              <li key={title}>
                <span class={`swatch series-${at}`} aria-hidden="true" /> {title}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <div class="plot" aria-hidden="true">
        <span class="top-value">{number(top)}</span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <line x1={0} x2={WIDTH} y1={0} y2={0} />
          <line x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
          {labels.map((label, at) => (
            <g key={label}>
              {series.map(({ title, values }, each) => {
                const height = Math.max(values[at] ? 2 : 0, heightOf(values[at] ?? 0));
                const start = space * at + (space - bar * series.length) / 2;
                return (
                  <rect
                    key={title}
                    class={`series-${each}`}
                    x={start + bar * each}
                    y={HEIGHT - height}
                    width={Math.max(1, bar - 3)}
                    height={height}
                  />
                );
              })}
            </g>
          ))}
        </svg>
        <div class="plot-labels">
          {labels.map((label, at) => (
            <span key={label}>{at % every === 0 && label}</span>
          ))}
        </div>
      </div>
      <details>
        <summary>{common('asTable')}</summary>
        <table class="plain-table">
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{common('day')}</th>
              {series.map(({ title }) => (
                <th scope="col" class="number" key={title}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, at) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map(({ title, values }) => (
                  <td class="number" key={title}>
                    {number(values[at] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
