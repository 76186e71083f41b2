import { type Column, textTable } from '../../cli/output/table.ts'
import { type Machine, machineLine } from '../harness/machine.ts'
import { spreadText } from '../harness/spread.ts'
import { type BenchVerdict, type Summary, TARGET_COLUMNS } from '../harness/verdict.ts'
import { type Figures, type ProbeRun, probeFigures } from './figures.ts'
import type { ProbeContenderRow } from './summary.ts'
import type { ProbeTarget } from './targets.ts'

const FIGURES: Readonly<Record<keyof Figures, { readonly heading: string; readonly digits: number }>> = {
  samplesPerMinute: { heading: 'samples/min', digits: 1 },
  overheadMs: { heading: 'overhead ms', digits: 0 },
  cpuSPerSample: { heading: 'CPU-s/sample', digits: 2 },
  pltMs: { heading: 'mean PLT ms', digits: 0 },
  pltVariation: { heading: 'PLT CV', digits: 3 },
  startUpMs: { heading: 'start-up ms', digits: 0 },
}

const CONTENDER_COLUMNS: readonly Column<ProbeContenderRow>[] = [
  { heading: 'contender', cell: ({ contender }) => contender },
  { heading: 'loads', cell: ({ samples, wanted }) => `${samples}/${wanted}`, align: 'right' },
  ...(Object.keys(FIGURES) as (keyof Figures)[]).map((name): Column<ProbeContenderRow> => {
    const { heading, digits } = FIGURES[name]
    return { heading, cell: ({ figures }) => spreadText(figures[name], digits), align: 'right' }
  }),
]

const VERDICT_COLUMNS: readonly Column<BenchVerdict<ProbeTarget>>[] = [
  { heading: 'towline', cell: ({ target }) => FIGURES[target.figure].heading },
  { heading: 'against', cell: ({ target }) => target.peer ?? '(itself)' },
  {
    heading: 'ratio or figure',
    cell: ({ target, value }) => spreadText(value, target.peer === null ? FIGURES[target.figure].digits : 2),
    align: 'right',
  },
  ...TARGET_COLUMNS,
]

export function probeRunLine(run: ProbeRun): string {
  const { round, contender, samples, wanted } = run
  const figures = probeFigures(run)
  const start = `round ${round + 1}  ${contender}: ${samples.length}/${wanted} loads`
  if (figures === null) return `${start}: too few to tell`
  const { samplesPerMinute, overheadMs, cpuSPerSample, pltMs } = figures
  const cpu = cpuSPerSample === null ? 'CPU unknown' : `${cpuSPerSample.toFixed(2)} CPU-s a load`
  return `${start}, ${samplesPerMinute.toFixed(1)} a minute, ${overheadMs.toFixed(0)} ms beside ${pltMs.toFixed(0)} ms of page, ${cpu}`
}

/** The tables: targets, then the contenders; medians (smallest–largest) over the rounds. */
export function probeReport(
  { contenders, verdicts }: Summary<ProbeContenderRow, ProbeTarget>,
  about: string,
  measuredOn: Machine,
): string {
  const rounds = Math.max(0, ...contenders.map((row) => row.rounds))
  return [
    textTable(verdicts, VERDICT_COLUMNS),
    '',
    textTable(contenders, CONTENDER_COLUMNS),
    '',
    `${about}. Median (smallest–largest) of ${rounds} rounds; ratios are taken within each round.`,
    'All but the start-up is of the time from the start of the first load to that of the last.',
    machineLine(measuredOn, 'browsers'),
  ].join('\n')
}
