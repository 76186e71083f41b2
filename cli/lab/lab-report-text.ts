import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import type { GainSummary } from '../../stats/lab/gain-summary.ts'
import type { Limits } from '../../stats/limits.ts'
import { type Column, textTable } from '../output/table.ts'
import { visible } from '../output/visible.ts'
import { autocorrelationText, INTERVAL_NOTE, intervalNotes, verdict } from '../probe/campaign-report.ts'
import type { Agreement } from './lab-agreement.ts'
import { printEffects, range } from './lab-effects-text.ts'
import type { ArmReport, CellResult, LabReport } from './lab-report.ts'
import { printTables } from './tables.ts'

/** Prints a report for people: cells, then what they say together, arm by arm. */
export function printLabReport(run: LabRunRow, report: LabReport): void {
  const { metric, baseline, cells, arms } = report
  console.log(
    `\nLab run ${run.id}, ${visible(run.name)}: ${run.state}, seed ${run.seed}, baseline ${baseline}, ${metric}\n`,
  )
  console.log(textTable(cells, cellColumns(report)))
  console.log(
    '\nn: rounds that both arms have (of the baseline: valid samples). gain: median of the baseline / median of the arm.\n' +
      `${INTERVAL_NOTE} efficiency: wire limit / median.`,
  )
  for (const line of intervalNotes(
    cells.map(({ cell, arm, compared }) => ({
      name: `cell ${cell} ${arm}`,
      comparison: compared?.comparison ?? null,
    })),
  ))
    console.log(line)
  for (const arm of arms) printArm(arm, report)
}

function cellColumns({ metric, cells, baseline }: LabReport): Column<CellResult>[] {
  const names = [...new Set(cells.flatMap(({ factors }) => Object.keys(factors)))]
  // What is the same in all cells would only widen the table.
  const varied = names.filter((name) => new Set(cells.map(({ factors }) => factors[name])).size > 1)
  const verdictText = ({ arm, compared, reason, state }: CellResult): string | null => {
    if (arm === null) return reason === null ? state : `${state}: ${reason}`
    // Without a value of both there is nothing to say, and the baseline is no comparison either.
    return arm !== baseline && compared?.comparison == null ? null : verdict(compared?.comparison ?? null)
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
      cell: ({ compared }) => compared?.comparison?.gain?.toFixed(2) ?? null,
      align: 'right',
    },
    { heading: '95 % interval', cell: ({ compared }) => range(compared?.comparison?.gainInterval ?? null) },
    {
      heading: 'autocorr.',
      cell: ({ compared }) => autocorrelationText(compared?.comparison ?? null),
      align: 'right',
    },
    { heading: 'efficiency', cell: ({ efficiency }) => efficiency?.toFixed(2) ?? null, align: 'right' },
    { heading: 'verdict', cell: verdictText },
  ]
}

function printArm(report: ArmReport, { baseline, cells }: LabReport): void {
  const { arm, gains, efficiency, effects, cablelabs, streams, agreement } = report
  const conditions = cells.filter((cell) => cell.arm === arm && cell.efficiency !== null).length
  console.log(`\n${arm}`)
  if (efficiency !== null)
    console.log(`  efficiency ${efficiency.toFixed(2)}, geometric mean of ${cellsText(conditions)}`)
  if (arm === baseline) return
  if (gains === null) {
    console.log(`  cannot be compared with ${baseline} in any cell`)
    return
  }
  console.log(`  ${summaryLine(gains)}`)
  if (effects !== null) printEffects(effects)
  if (streams !== null) {
    const { slope, slopeInterval, peaks } = streams
    const edge = peaks.filter(({ atEdge }) => atEdge).length
    console.log(
      `\n  streams needed: m = ${slope.toFixed(3)} r (r in ms)${within(slopeInterval, 3)}; Elkhatib et al. 2014: m ≈ r/4` +
        `\n  ${peaks.map(({ rttMs, streams: m }) => `${m} at ${rttMs} ms`).join(', ')}` +
        `${edge === 0 ? '' : `; ${edge} of them at the edge of what was tried`}`,
    )
  }
  if (cablelabs !== null) {
    const client = `${arm} in place of SPDY, ${baseline} of HTTPS`
    printTables({ client, conditions: cablelabs.conditions }, cablelabs.tables)
    if (cablelabs.leftOut > 0)
      console.log(`${cablelabs.leftOut} cells left out: not of CableLabs’ conditions`)
  }
  for (const one of agreement) console.log(`  ${agreementLine(one)}`)
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
    `gain ${geometricMean.toFixed(2)} (geometric mean of ${cellsText(n)}; arithmetic ${mean.toFixed(2)}), ` +
    `best ${best.gain.toFixed(2)} in cell ${best.condition}, worst ${worst.gain.toFixed(2)} in cell ${worst.condition}; ` +
    `≥ 1 in ${atLeastOne}, ≥ 2 in ${atLeastTwo}`
  )
}

function cellsText(n: number): string {
  return n === 1 ? '1 cell' : `${n} cells`
}

function agreementLine({ case: { number, title }, n, leftOut, correlation }: Agreement): string {
  const conditions = `${n} conditions of both${leftOut === 0 ? '' : `, ${leftOut} only of ours`}`
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
