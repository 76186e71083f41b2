import { scaleLinear } from 'd3-scale'
import { curveStepAfter, line } from 'd3-shape'
import { h, type VNode } from '../dom/h.ts'
import { armClass, armLabel } from './arm.ts'
import { bottomAxis, leftAxis } from './axis.ts'
import type { Chart, ChartOptions, Stop } from './chart.ts'
import { EMPTY_HEIGHT, emptyChart } from './empty-chart.ts'
import { frame } from './frame.ts'
import { lineKey } from './line-key.ts'
import { placeLabels } from './place-labels.ts'
import { milliseconds, share, tickLabel } from './quantity.ts'
import { type Source, sourceStyle } from './source.ts'
import { alongSteps, type EcdfPoint, shareAt, TABLE_SHARES, xScale } from './step-curve.ts'

export interface FieldCurve {
  readonly source: Source
  readonly arm: string
  /** Whose curve it is: `214 contributors, 1,032 loads`. */
  readonly counts: string
  readonly medianMs: number
  /** Where it begins, milliseconds. */
  readonly fromMs: number
  /** Shares at or below a time, ascending: upper edges of bins, or quantiles. At least one. */
  readonly steps: readonly EcdfPoint[]
}

export interface FieldCurvesData {
  /** As an axis says it: `page load time`. */
  readonly metric: string
  readonly curves: readonly FieldCurve[]
}

export interface FieldCurvesOptions extends ChartOptions {
  readonly scale?: 'linear' | 'log'
}

const PLOT = 300

/**
 * Distributions of one time from several sources: the protocol by colour, the source by dash, both by name. What the
 * field publishes are bins, so its curves step up at their upper edges.
 */
export function fieldCurvesChart({ metric, curves }: FieldCurvesData, options: FieldCurvesOptions): Chart {
  const { width } = options
  const key = lineKey(
    curves.map((curve) => ({
      label: nameOf(curve),
      className: curveClass(curve),
      dash: sourceStyle(curve.source).dash,
    })),
    width,
  )
  const top = key.height + 34
  const box = { left: 44, right: width - 22, top, bottom: top + PLOT }
  const base = {
    width,
    height: curves.length === 0 ? EMPTY_HEIGHT : box.bottom + 40,
    summary:
      curves.length === 0
        ? `Nothing to show of ${metric}: no curve has enough data.`
        : `Median ${metric}: ${curves.map((curve) => `${nameOf(curve)} ${milliseconds(curve.medianMs)}`).join(', ')}.`,
    note:
      curves.length === 0
        ? 'No curves.'
        : `${curves.map((curve) => `${nameOf(curve)}: ${curve.counts}`).join('; ')}.`,
    table: {
      columns: ['share at or below', ...curves.map((curve) => `${nameOf(curve)} (ms)`)],
      rows: TABLE_SHARES.map((p) => [share(p), ...curves.map((curve) => rounded(valueAt(curve.steps, p)))]),
    },
  }
  if (curves.length === 0) return emptyChart(base, options)

  const values = curves.flatMap(({ fromMs, steps }) => [fromMs, ...steps.map(({ value }) => value)])
  const x = xScale(values, options.scale ?? 'log', [box.left, box.right])
  const y = scaleLinear([0, 1], [box.bottom, box.top])
  const path = line<EcdfPoint>(
    (point) => x(point.value),
    (point) => y(point.p),
  )
    .curve(curveStepAfter)
    .digits(2)
  const marks: VNode[] = [
    key.marks,
    leftAxis(
      [0, 0.25, 0.5, 0.75, 1].map((p) => ({ at: y(p), label: `${100 * p} %` })),
      'share at or below',
      box,
    ),
    bottomAxis(
      x.ticks.map((tick) => ({ at: x(tick), label: tickLabel(tick, 'ms') })),
      `${metric}${options.scale === 'linear' ? '' : ', logarithmic'} →`,
      box,
    ),
    // The field last: it lies above what stands beside it.
    ...curves.toReversed().flatMap((curve) => [
      h('path', {
        class: curveClass(curve),
        'stroke-dasharray': sourceStyle(curve.source).dash,
        d: path([{ p: 0, value: curve.fromMs }, ...curve.steps]),
      }),
      h('circle', {
        class: `median ${armClass(curve.arm)}`,
        cx: x(curve.medianMs),
        cy: y(0.5),
        r: curve.source === 'field' ? 3.5 : 2.5,
      }),
    ]),
    ...fieldLabels(curves, x, y, box),
  ]
  return {
    ...base,
    svg: frame({ ...options, ...base }, marks),
    readOut: {
      nearest: 'x',
      stops: x.places.map((value) => stopAt(value, curves, x, y, box.top)),
      line: { kind: 'vertical', from: box.top, to: box.bottom },
    },
  }
}

/** `HTTP/2, field`. */
function nameOf({ arm, source }: FieldCurve): string {
  return `${armLabel(arm)}, ${source}`
}

function curveClass({ arm, source }: FieldCurve): string {
  return `curve ${sourceStyle(source).className} ${armClass(arm)}`
}

type Scale = (value: number) => number

/** Names beside the curves of the field; the others are told by the key alone. */
function fieldLabels(
  curves: readonly FieldCurve[],
  x: Scale,
  y: Scale,
  box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
): VNode[] {
  const named = curves.filter(({ source }) => source === 'field')
  const taken = curves.flatMap(({ steps }) =>
    alongSteps(steps.map(({ p, value }) => ({ x: x(value), y: y(p) }))),
  )
  const labels = placeLabels(
    named.map((curve) => ({
      text: armLabel(curve.arm),
      candidates: [0.9, 0.8, 0.2, 0.1, 0.7, 0.3, 0.6, 0.4, 0.5].flatMap((p) => {
        const point = { x: x(valueAt(curve.steps, p)), y: y(p) + 4 }
        return [
          { ...point, x: point.x + 9, anchor: 'start' as const },
          { ...point, x: point.x - 9, anchor: 'end' as const },
        ]
      }),
    })),
    taken,
    box,
  )
  return labels.map((label, i) =>
    h(
      'text',
      {
        class: `curve-label ${armClass(named[i]?.arm ?? '')}`,
        x: label.x,
        y: label.y,
        'text-anchor': label.anchor,
      },
      label.text,
    ),
  )
}

function stopAt(value: number, curves: readonly FieldCurve[], x: Scale, y: Scale, top: number): Stop {
  const found = curves.map((curve) => ({ curve, share: shareAt(curve.steps, value) }))
  return {
    x: x(value),
    y: top,
    text: `At or below ${tickLabel(value, 'ms')}: ${found.map(({ curve, share: of }) => `${nameOf(curve)} ${share(of)}`).join(' · ')}`,
    dots: found.map(({ curve, share: of }) => ({ x: x(value), y: y(of), className: armClass(curve.arm) })),
  }
}

/** The first step at or above a share. */
function valueAt(steps: readonly EcdfPoint[], p: number): number {
  return (steps.find((step) => step.p >= p - 1e-9) ?? steps.at(-1))?.value ?? Number.NaN
}

function rounded(value: number): number {
  return Number(value.toPrecision(6))
}
