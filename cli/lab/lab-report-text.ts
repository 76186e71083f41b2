import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import type { Arm } from '../../model/arm.ts'
import { ratioText } from '../../model/ratio-text.ts'
import { ofOneServer } from '../../model/server-code.ts'
import type { GainSummary } from '../../stats/lab/gain-summary.ts'
import type { StreamsFit } from '../../stats/lab/streams-fit.ts'
import type { Limits } from '../../stats/limits.ts'
import {
  autocorrelationText,
  detectableText,
  gainText,
  INTERVAL_NOTE,
  intervalNotes,
  limitsText,
  verdictText,
} from '../output/comparison-text.ts'
import { type Column, textTable } from '../output/table.ts'
import { countText, lineWidth, noteWidth, visible, wrap } from '../output/text.ts'
import type { Agreement } from './lab-agreement.ts'
import { effectLines, treeLines } from './lab-effects-text.ts'
import type { ArmReport, CellResult, LabReport } from './lab-report.ts'
import { tablesLines } from './tables-text.ts'

/** A report for people: cells, then what they say together, arm by arm. */
export function labReportLines(
  run: Pick<LabRunRow, 'id' | 'name' | 'state' | 'seed'>,
  report: LabReport,
  width: number | null,
): string[] {
  const { metric, baseline, cells, arms } = report
  const compared = cells.map(({ cell, arm, compared }) => ({
    name: `cell ${cell} ${arm}`,
    comparison: compared?.comparison ?? null,
  }))
  const oneServer = ofOneServer(cells)
  const title = `Lab run ${run.id}, ${visible(run.name)}: ${run.state}, seed ${run.seed}, baseline ${baseline}, ${metric}`
  return [
    '',
    ...wrap(title, lineWidth(width)),
    '',
    textTable(cells, cellColumns(report), width),
    '',
    ...wrap(
      'n: rounds that both arms have (of the baseline: valid samples). gain: median of the baseline / median of the ' +
        `arm. ${INTERVAL_NOTE} efficiency: wire limit / median.`,
      noteWidth(width),
    ),
    ...(arms.length < 2 || oneServer === null ? [] : wrap(oneServer, noteWidth(width))),
    ...zeroNote(run, report, width),
    ...intervalNotes(compared),
    ...arms.flatMap((arm) => armLines(arm, report, width)),
  ]
}

/** Says why some cells have no gain although both arms were measured. */
function zeroNote(
  { id }: Pick<LabRunRow, 'id'>,
  { metric, cells }: LabReport,
  width: number | null,
): string[] {
  const without = cells.filter(
    ({ compared }) => compared !== null && compared.n > 0 && compared.comparison === null,
  )
  if (without.length === 0) return []
  return wrap(
    `${countText(without.length, 'comparison')} without a gain: a value of ${metric} is 0, which has no ratio. ` +
      `The Lab page and /api/v1/lab/runs/${id}/gains have differences instead.`,
    noteWidth(width),
  )
}

function cellColumns({ metric, cells, baseline }: LabReport): Column<CellResult>[] {
  const names = [...new Set(cells.flatMap(({ factors }) => Object.keys(factors)))]
  // Factors that are the same in all cells would only widen the table.
  const varied = names.filter((name) => new Set(cells.map(({ factors }) => factors[name])).size > 1)
  const cellVerdict = ({ arm, compared, reason, state }: CellResult): string | null => {
    if (arm === null) return reason === null ? state : `${state}: ${reason}`
    // An arm without a value of both says nothing, and the baseline is no comparison either.
    return arm !== baseline && compared?.comparison == null ? null : verdictText(compared?.comparison ?? null)
  }
  return [
    { heading: 'cell', cell: ({ cell }) => cell, align: 'right' },
    ...varied.map(
      (name): Column<CellResult> => ({
        heading: name,
        cell: ({ factors }) => factors[name] ?? null,
        align: 'right',
      }),
    ),
    { heading: 'arm', cell: ({ arm }) => arm },
    { heading: 'n', cell: ({ compared, valid }) => compared?.n ?? valid, align: 'right' },
    { heading: 'left out', cell: ({ invalid, failed }) => invalid + failed, align: 'right' },
    { heading: metric, cell: ({ median }) => median?.toFixed(0) ?? null, align: 'right' },
    {
      heading: 'gain',
      cell: ({ compared }) => gainText(compared?.comparison),
      align: 'right',
    },
    {
      heading: '95 % interval',
      cell: ({ compared }) => limitsText(compared?.comparison?.gainInterval),
      align: 'right',
    },
    {
      heading: 'detects',
      cell: ({ compared }) => detectableText(compared?.comparison),
      align: 'right',
      optional: 'last',
    },
    {
      heading: 'autocorr.',
      cell: ({ compared }) => autocorrelationText(compared?.comparison ?? null),
      align: 'right',
      optional: true,
    },
    { heading: 'efficiency', cell: ({ efficiency }) => efficiency?.toFixed(2) ?? null, align: 'right' },
    { heading: 'verdict', cell: cellVerdict },
  ]
}

function armLines(report: ArmReport, { baseline, cells }: LabReport, width: number | null): string[] {
  const { arm, gains, efficiency, effects, cablelabs, streams, tree, agreement } = report
  const conditions = cells.filter((cell) => cell.arm === arm && cell.efficiency !== null).length
  const head = [
    '',
    arm,
    ...(efficiency === null
      ? []
      : [`  efficiency ${efficiency.toFixed(2)}, geometric mean of ${countText(conditions, 'cell')}`]),
  ]
  if (arm === baseline) return head
  if (gains === null) return [...head, `  cannot be compared with ${baseline} in any cell`]
  return [
    ...head,
    ...indented(summaryLine(gains), width),
    ...(effects === null ? [] : effectLines(effects, width)),
    ...(tree === null ? [] : ['', ...treeLines(tree).flatMap((line) => indented(line, width))]),
    ...(streams === null ? [] : ['', ...streamsLines(streams).flatMap((line) => indented(line, width))]),
    ...(cablelabs === null ? [] : cablelabsLines(arm, baseline, cablelabs, width)),
    ...agreement.flatMap((each) => indented(agreementLine(each), width)),
  ]
}

function indented(text: string, width: number | null): string[] {
  return wrap(text, lineWidth(width) - 2).map((line) => `  ${line}`)
}

function streamsLines({ slope, slopeInterval, pages }: StreamsFit): string[] {
  const needed = pages.map(({ page, resources, streams, atEdge }) => {
    const least = streams === null ? 'more than tried' : `${streams}${atEdge ? ' or fewer' : ''}`
    return `${least} on ${page} (${resources})`
  })
  const fitted = slope === null ? 'not known' : `m = ${slope.toFixed(3)} r${within(slopeInterval, 3)}`
  return [
    `streams needed to be faster, by resources r: ${fitted}; Elkhatib et al. 2014: m ≈ r/4`,
    needed.join(', '),
  ]
}

function cablelabsLines(
  arm: Arm,
  baseline: Arm,
  { conditions, leftOut, tables }: NonNullable<ArmReport['cablelabs']>,
  width: number | null,
): string[] {
  const client = `${arm} in place of SPDY, ${baseline} of HTTPS`
  return [
    ...tablesLines({ client, conditions }, tables, width),
    ...(leftOut === 0 ? [] : [`${countText(leftOut, 'cell')} left out: not of CableLabs’ conditions`]),
  ]
}

function summaryLine({
  n,
  geometricMean,
  mean,
  best,
  worst,
  atLeastOne,
  atLeastTwo,
}: GainSummary<number>): string {
  return (
    `gain ${ratioText(geometricMean)} (geometric mean of ${countText(n, 'cell')}; arithmetic ${ratioText(mean)}), ` +
    `best ${ratioText(best.gain)} in cell ${best.condition}, worst ${ratioText(worst.gain)} in cell ${worst.condition}; ` +
    `≥ 1 in ${atLeastOne}, ≥ 2 in ${atLeastTwo}`
  )
}

function agreementLine({ case: { number, title }, n, leftOut, correlation }: Agreement): string {
  const conditions = `${countText(n, 'condition')} of both${leftOut === 0 ? '' : `, ${leftOut} only of ours`}`
  const found =
    correlation === null
      ? 'rank correlation unknown'
      : `rank correlation ${correlation.rho.toFixed(2)}${within(correlation.interval, 2)}`
  return `case ${number}, ${title}, against the report: ${found}, ${conditions}`
}

function within(limits: Limits | null, digits: number): string {
  return limits === null
    ? ''
    : ` (95 % interval ${limits[0].toFixed(digits)} to ${limits[1].toFixed(digits)})`
}
