// Bars of a few days, with a table behind them:
//
//   <BarChart caption={say('chart')} labels={['Mon', 'Tue']} series={[{ title: say('signIns'), values: [3, 5] }]} />
//
// The picture is for eyes; the table says the same to everyone else, and to those who want the numbers.
import { common, number } from '../words/index.ts';

export type Series = { title: string; values: readonly number[] };
type ChartProps = { caption: string; labels: readonly string[]; series: readonly Series[] };

const [WIDTH, HEIGHT, FOOT, HEAD] = [700, 200, 24, 12] as const;

/** Returns the smallest of 1, 2, 5, 10, 20, 50, … that holds `most`. */
export function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return ([1, 2, 5, 10].find((each) => each * power >= most) ?? 10) * power;
}

export function BarChart({ caption, labels, series }: ChartProps) {
  const top = roundUp(Math.max(1, ...series.flatMap(({ values }) => values)));
  const space = WIDTH / Math.max(1, labels.length);
  const bar = Math.min(36, (space * 0.7) / series.length);
  const heightOf = (value: number): number => (value / top) * (HEIGHT - FOOT - HEAD);
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
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {[0.5, 1].map((part) => (
          <g key={part} class="grid">
            <line
              x1={0}
              x2={WIDTH}
              y1={HEIGHT - FOOT - heightOf(top * part)}
              y2={HEIGHT - FOOT - heightOf(top * part)}
            />
            <text x={WIDTH} y={HEIGHT - FOOT - heightOf(top * part) - 3} class="end">
              {Number.isInteger(top * part) ? number(top * part) : ''}
            </text>
          </g>
        ))}
        <line class="axis" x1={0} x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
        {labels.map((label, at) => {
          const start = space * at + (space - bar * series.length) / 2;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a day of the week may occur twice
            <g key={at}>
              {series.map(({ title, values }, each) => {
                const height = Math.max(values[at] ? 2 : 0, heightOf(values[at] ?? 0));
                return (
                  <rect
                    key={title}
                    class={`series-${each}`}
                    x={start + bar * each}
                    y={HEIGHT - FOOT - height}
                    width={Math.max(1, bar - 2)}
                    height={height}
                    rx={3}
                  />
                );
              })}
              <text x={space * (at + 0.5)} y={HEIGHT - 6} class="middle">
                {label}
              </text>
            </g>
          );
        })}
      </svg>
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
              // biome-ignore lint/suspicious/noArrayIndexKey: a day of the week may occur twice
              <tr key={at}>
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
