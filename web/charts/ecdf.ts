import { scaleLinear } from 'd3-scale'
import { curveStepAfter, line } from 'd3-shape'
import { h, type VNode } from '../dom/h.ts'
import { armClass, armLabel, armStyle } from './arm.ts'
import { bottomAxis, leftAxis } from './axis.ts'
import type { Chart, ChartOptions, Stop } from './chart.ts'
import { countsNote } from './counts-note.ts'
import { emptyChart } from './empty-chart.ts'
import { frame } from './frame.ts'
import { placeLabels } from './place-labels.ts'
import { quantity, share, tickLabel } from './quantity.ts'
import { alongSteps, type EcdfPoint, shareAt, TABLE_SHARES, xScale } from './step-curve.ts'

export interface EcdfArm {
  readonly arm: string
  /** Valid samples behind the curve. */
  readonly n: number
  readonly leftOut: number
  /** Quantiles (R-7), p from 0 to 1; empty for none. */
  readonly quantiles: readonly EcdfPoint[]
  /** Every sample, ascending, where there are few: the curve then is the exact empirical distribution. Else null. */
  readonly samples: readonly number[] | null
}

export interface EcdfData {
  /** As an axis says it: `page load time`. */
  readonly metric: string
  readonly unit: string
  readonly arms: readonly EcdfArm[]
}

export interface EcdfOptions extends ChartOptions {
  readonly scale?: 'linear' | 'log'
}

const HEIGHT = 340

/**
 * Empirical distribution functions of the arms: a step for each sample where there are few, else a step for each of the
 * quantiles. The read-out says which share is at or below a time.
 */
export function ecdfChart(data: EcdfData, options: EcdfOptions): Chart {
  const { width } = options
  const drawn = data.arms.flatMap((arm) =>
    arm.quantiles.length === 0 ? [] : [{ ...arm, steps: stepsOf(arm) }],
  )
  const note = countsNote(data.arms)
  const box = { left: 44, right: width - 22, top: 28, bottom: HEIGHT - 40 }
  const summary =
    drawn.length === 0
      ? `No valid sample has a value of ${data.metric}.`
      : `Median ${data.metric}: ${drawn.map((arm) => `${armLabel(arm.arm)} ${quantity(at(arm.quantiles, 0.5), data.unit)}`).join(', ')}.`
  const base = {
    width,
    height: HEIGHT,
    summary,
    note: note === '' ? 'No arms.' : `${note}.`,
    table: {
      columns: ['share of samples', ...drawn.map((arm) => `${armLabel(arm.arm)} (${data.unit})`)],
      rows: TABLE_SHARES.map((p) => [share(p), ...drawn.map((arm) => rounded(at(arm.quantiles, p)))]),
    },
  }
  if (drawn.length === 0) return emptyChart(base, options)

  const values = drawn.flatMap((arm) => arm.quantiles.map(({ value }) => value))
  const x = xScale(values, options.scale ?? 'linear', [box.left, box.right])
  const y = scaleLinear([0, 1], [box.bottom, box.top])
  const path = line<EcdfPoint>(
    (point) => x(point.value),
    (point) => y(point.p),
  )
    .curve(curveStepAfter)
    .digits(2)

  const curvePoints = drawn.flatMap((arm) =>
    alongSteps(arm.steps.map(({ p, value }) => ({ x: x(value), y: y(p) }))),
  )
  const labels = placeLabels(
    drawn.map((arm) => ({
      text: armLabel(arm.arm),
      candidates: [0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2, 0.9, 0.12].flatMap((p) => {
        const point = { x: x(at(arm.quantiles, p)), y: y(p) + 4 }
        return [
          { ...point, x: point.x + 9, anchor: 'start' as const },
          { ...point, x: point.x - 9, anchor: 'end' as const },
          { x: point.x + 9, y: point.y + 14, anchor: 'start' as const },
          { x: point.x - 9, y: point.y - 14, anchor: 'end' as const },
        ]
      }),
    })),
    curvePoints,
    box,
  )
  const marks: VNode[] = [
    leftAxis(
      [0, 0.25, 0.5, 0.75, 1].map((p) => ({ at: y(p), label: `${100 * p} %` })),
      'share of samples at or below',
      box,
    ),
    bottomAxis(
      x.ticks.map((tick) => ({ at: x(tick), label: tickLabel(tick, data.unit) })),
      `${data.metric}${options.scale === 'log' ? ', logarithmic' : ''} →`,
      box,
    ),
    ...drawn.map((arm) =>
      h('path', {
        class: `curve ${armClass(arm.arm)}`,
        'stroke-dasharray': armStyle(arm.arm).dash,
        d: path([{ p: 0, value: arm.steps[0]?.value ?? 0 }, ...arm.steps]),
      }),
    ),
    ...drawn.map((arm) =>
      h('circle', {
        class: `median ${armClass(arm.arm)}`,
        cx: x(at(arm.quantiles, 0.5)),
        cy: y(0.5),
        r: 3.5,
      }),
    ),
    ...labels.map((label, i) =>
      h(
        'text',
        {
          class: `curve-label ${armClass(drawn[i]?.arm ?? '')}`,
          x: label.x,
          y: label.y,
          'text-anchor': label.anchor,
        },
        label.text,
      ),
    ),
  ]
  const stops = x.places.map((value): Stop => {
    const shares = drawn.map((arm) => ({ arm: arm.arm, share: shareAt(arm.steps, value) }))
    const said = shares.map(({ arm, share: found }) => `${armLabel(arm)} ${share(found)}`)
    return {
      x: x(value),
      y: box.top,
      text: `At or below ${tickLabel(value, data.unit)}: ${said.join(' · ')}`,
      dots: shares.map(({ arm, share: found }) => ({ x: x(value), y: y(found), className: armClass(arm) })),
    }
  })
  return {
    ...base,
    svg: frame({ ...options, ...base }, marks),
    readOut: { nearest: 'x', stops, line: { kind: 'vertical', from: box.top, to: box.bottom } },
  }
}

/** Where the curve steps up, and to which share. */
function stepsOf({ samples, quantiles }: EcdfArm): readonly EcdfPoint[] {
  if (samples === null) return quantiles
  return samples.map((value, i) => ({ p: (i + 1) / samples.length, value }))
}

/** Quantile between the given ones, linearly. */
function at(points: readonly EcdfPoint[], p: number): number {
  const after = points.findIndex((point) => point.p >= p)
  const high = points[after === -1 ? points.length - 1 : after]
  const low = points[Math.max(0, after - 1)]
  if (high === undefined || low === undefined) return Number.NaN
  if (high.p === low.p || p >= high.p) return high.value
  return low.value + ((p - low.p) / (high.p - low.p)) * (high.value - low.value)
}

function rounded(value: number): number {
  return Number(value.toPrecision(6))
}
