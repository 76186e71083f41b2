import { html, Markup } from '../../server/http/html.ts'
import type { Chart } from '../../web/charts/chart.ts'
import { gainDotsChart } from '../../web/charts/gain-dots.ts'
import { loadPairChart } from '../../web/charts/load-pair.ts'
import { type SeriesPoint, timeSeriesChart } from '../../web/charts/time-series.ts'
import { markup } from '../../web/dom/markup.ts'
import { baselineOf } from '../probe/baseline.ts'
import type { ArmResult } from '../probe/campaign-results.ts'
import { withMeaning } from '../probe/reason-text.ts'
import type { CheckReport } from './check-report.ts'
import { baselineLabel, labelOf } from './check-words.ts'
import type { ShownLoad } from './shown-load.ts'

const WIDTH = 640
/** Wide enough for two loads side by side. */
const WATERFALL_WIDTH = 1_120

export function loadTimesFigure({
  arms,
  points,
  lost,
}: Pick<CheckReport, 'arms' | 'lost' | 'points'>): Markup {
  const data = {
    metric: 'page load time',
    unit: 'ms',
    arms: arms.map(({ arm, pltMs }) => ({
      arm,
      median: pltMs,
      points: points
        .filter((point) => point.arm === arm)
        .map(({ round, value }) => ({ round, value, reason: null as string | null }) as SeriesPoint)
        .concat(
          lost
            .filter((load) => load.arm === arm)
            .map(({ round, reason }) => ({ round, value: null, reason: withMeaning(reason) })),
        )
        .toSorted((a, b) => a.round - b.round),
    })),
  }
  const title = 'Page load times by round'
  return figure(title, timeSeriesChart(data, { width: WIDTH, title }))
}

export function gainsFigure({ arms }: Pick<CheckReport, 'arms'>): Markup | null {
  const rows = arms.flatMap((arm) => gainRow(labelOf(arm.arm), arm))
  if (rows.length === 0) return null
  const measure = `gain over ${baselineLabel(arms)} in page load time`
  const title = 'Gains'
  const chart = gainDotsChart({ measure, each: 'protocol', rows }, { width: WIDTH, title })
  return figure(title, { ...chart, summary: '', note: 'Bars are 95 % intervals.' })
}

/** The gain of the last protocol that was compared, in each check of the page; null of the first check. */
export function historyFigure({ arms, campaign, earlier }: CheckReport): Markup | null {
  const compared = arms.findLast(({ comparison }) => comparison?.gain != null)
  if (compared === undefined || earlier.length === 0) return null
  const baseline = baselineOf(arms.map(({ arm }) => arm))
  // The gain of a check with another baseline is another figure.
  const alike = earlier.filter((check) => baselineOf(check.arms.map(({ arm }) => arm)) === baseline)
  if (alike.length === 0) return null
  const rows = [...alike, { campaign, arms }].flatMap((check) => {
    const result = check.arms.find(({ arm }) => arm === compared.arm)
    const name = check.campaign.createdAt.slice(0, 16).replace('T', ' ')
    return result === undefined ? [] : gainRow(name, result)
  })
  const measure = `gain of ${labelOf(compared.arm)} over ${baselineLabel(arms)} in page load time`
  const title = 'Checks of this page'
  const chart = gainDotsChart({ measure, each: 'check', rows }, { width: WIDTH, title })
  return figure(title, {
    ...chart,
    summary: '',
    note: `${rows.length} checks of this page; bars are 95 % intervals.`,
  })
}

/** The median loads of the baseline and of the last protocol that was compared, on one time axis. */
export function waterfallFigure(loads: readonly ShownLoad[]): Markup | null {
  const pair = loadPairChart(loads, WATERFALL_WIDTH)
  return pair === null ? null : figure(pair.title, pair.chart)
}

function gainRow(name: string, { comparison, invalid, failed }: ArmResult) {
  if (comparison === null) return []
  const { gain, gainInterval: interval, verdict, n } = comparison
  return [{ name, gain, interval, verdict, n, leftOut: invalid + failed }]
}

/** A chart with its words; on a narrow screen it scrolls in its box. */
function figure(title: string, { svg, summary, note }: Pick<Chart, 'note' | 'summary' | 'svg'>): Markup {
  return html`<figure class="figure">${summary === '' ? null : html`<p class="note">${summary}</p>`}
<div class="scroll" tabindex="0" role="region" aria-label="${title}">${new Markup(markup(svg))}</div>
<figcaption class="note">${note}</figcaption></figure>`
}
