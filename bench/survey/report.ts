import { type Column, textTable } from '../../cli/output/table.ts'
import { type Machine, machineLine } from '../harness/machine.ts'
import { spreadText } from '../harness/spread.ts'
import { type BenchVerdict, type Summary, TARGET_COLUMNS } from '../harness/verdict.ts'
import type { Discipline } from './contender.ts'
import type { MemoryResult } from './memory.ts'
import type { SurveyBenchRun } from './rounds.ts'
import type { SurveyContenderRow } from './summary.ts'
import { MEMORY_TARGETS, type SurveyTarget } from './targets.ts'

const TITLES: Readonly<Record<Discipline, string>> = {
  'alpn-and-get': 'ALPN and one GET',
  everything: 'Everything',
  internet: 'As on the internet',
}

const CONTENDER_COLUMNS: readonly Column<SurveyContenderRow>[] = [
  { heading: 'contender', cell: ({ contender }) => contender },
  { heading: 'wall s', cell: ({ wallS }) => spreadText(wallS, 1), align: 'right' },
  { heading: 'hosts/s', cell: ({ hostsPerS }) => spreadText(hostsPerS, 0), align: 'right' },
  { heading: 'CPU-s per 1,000', cell: ({ cpuSPer1000 }) => spreadText(cpuSPer1000, 2), align: 'right' },
  {
    heading: 'peak MiB',
    cell: ({ peakMiB }) => spreadText(peakMiB, 0),
    align: 'right',
  },
  { heading: 'with a line', cell: ({ lineShare }) => percent(lineShare), align: 'right' },
  { heading: 'rightly', cell: ({ rightShare }) => percent(rightShare), align: 'right' },
]

const VERDICT_COLUMNS: readonly Column<BenchVerdict<SurveyTarget>>[] = [
  { heading: 'towline', cell: ({ target }) => `${TITLES[target.discipline]}: ${target.figure}` },
  { heading: 'against', cell: ({ target }) => target.peer ?? 'all hosts' },
  { heading: 'ratio', cell: ({ value }) => spreadText(value, 2), align: 'right' },
  ...TARGET_COLUMNS,
]

/** One line as a run ends. */
export function surveyRunLine(run: SurveyBenchRun): string {
  const { round, discipline, contender, hosts, wallMs, cpuMs } = run
  const rate = (hosts / (wallMs / 1000)).toFixed(0)
  return `round ${round + 1}  ${discipline}  ${contender}: ${(wallMs / 1000).toFixed(1)} s, ${rate} hosts/s, ${(cpuMs / hosts).toFixed(2)} CPU-s per 1,000, ${hosts - run.right} wrong`
}

/** The tables of a comparison: median (smallest–largest) over the rounds, ratios first. */
export function comparisonReport(
  { contenders, verdicts }: Summary<SurveyContenderRow, SurveyTarget>,
  machine: Machine,
): string {
  const tables = (Object.keys(TITLES) as Discipline[]).flatMap((discipline) => {
    const rows = contenders.filter((row) => row.discipline === discipline)
    const hosts = rows[0]?.hosts ?? 0
    return rows.length === 0
      ? []
      : ['', `${TITLES[discipline]}, ${hosts} hosts`, textTable(rows, CONTENDER_COLUMNS)]
  })
  const rounds = Math.max(0, ...contenders.map((row) => row.rounds))
  return [
    textTable(verdicts, VERDICT_COLUMNS),
    ...tables,
    '',
    `Median (smallest–largest) of ${rounds} rounds. Ratios are taken within each round.`,
    machineLine(machine, 'clients'),
  ].join('\n')
}

export function memoryReport({ small, large, growth, operations }: MemoryResult, machine: Machine): string {
  const { peakMiB, growth: most } = MEMORY_TARGETS
  const judged = (met: boolean): string => (met ? 'met' : 'MISSED')
  return [
    `Peak memory of one survey, ${operations}`,
    `  ${small.sites} sites: ${small.peakMiB.toFixed(0)} MiB (target: below ${peakMiB}): ${judged(small.peakMiB < peakMiB)}`,
    `  ${large.sites} sites: ${large.peakMiB.toFixed(0)} MiB, × ${growth.toFixed(2)} (target: at most × ${most}): ${judged(growth <= most)}`,
    machineLine(machine, 'clients'),
  ].join('\n')
}

/** Rounded down: 100 % is said of all hosts only. */
function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`
}
