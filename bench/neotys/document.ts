import { loadReportLines } from '../../cli/load/load-report-text.ts'
import { NEOTYS_2013 } from '../../model/neotys-2013.ts'
import type { LoadReport } from '../../server/load/read-load-run.ts'
import type { ArmReport } from '../../stats/load/arm-reports.ts'
import type { RepeatedFigure } from '../../stats/load/repeated-figure.ts'
import { median } from '../../stats/median.ts'
import { markdownTable, wrapped } from '../google-mobile/text.ts'
import type { LimitedLoad, Limiting } from './limiting.ts'

export interface NeotysResults {
  readonly report: LoadReport
  readonly limited: readonly LimitedLoad[]
  /** What it ran on, for readers; null: not said. */
  readonly machine: string | null
}

/** What readers get of a run of `neotys`. */
export function neotysDocument(results: NeotysResults): string {
  const { report, limited, machine } = results
  const { run, plan, loads, arms } = report
  const { ramp } = plan
  return `${[
    '# Results of `neotys`',
    '',
    ...wrapped(
      'Neotys’s measurement of 2013 (*SPDY against HTTP and HTTPS under load*) with today’s protocols: users ramped from 1 to ' +
        `${ramp.users} in ${ramp.rampMs / 1_000} s over a page of 51 resources, who think ${plan.thinkMs / 1_000} s. ` +
        `\`npm run towline -- load run neotys\`, ${run.createdAt.slice(0, 10)}: ${loads.done} of ${loads.planned} loads, ` +
        `${plan.repetitions} repetitions${run.state === 'finished' ? '' : '; **the run is not finished**'}. Written by ` +
        '`scripts/write-neotys.ts`.',
    ),
    '',
    '## Beside Neotys',
    '',
    ...besideNeotys(arms),
    '',
    ...wrapped(
      'Neotys: one server of 2013, one repetition. Here: 95 % intervals over repetitions in parentheses, ≥ a lower bound. ' +
        'Machines differ, so that rows are to be compared from protocol to protocol, and not from year to year.',
    ),
    '',
    '## What limited each',
    '',
    ...whatLimited(limited),
    '',
    ...wrapped(
      'In the first interval in which p95 of page times passed the limit, else in the last one; medians over repetitions. ' +
        'Several where several were used up at that time: which of them was the cause they do not tell.',
    ),
    '',
    '## Figures',
    '',
    '```',
    ...loadReportLines(report, null),
    '```',
    '',
    '## How it was measured',
    '',
    ...wrapped(
      `${machine ?? 'Machine: not said'}; ${Object.entries(run.versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(
          ', ',
        )}; towline ${run.toolVersion}. Client and server have a core each. How, and what the figures mean: ` +
        '[load](../load.md).',
    ),
  ].join('\n')}\n`
}

function besideNeotys(arms: readonly ArmReport[]): string[] {
  const theirs = (name: string) => {
    const { http, https, spdy } = NEOTYS_2013.find((measure) => measure.name === name) ?? {}
    return [http, https, spdy].map((value) => (value === undefined ? '–' : String(value)))
  }
  const columns = [
    ...([0, 1, 2] as const).map((index) => [
      `Neotys, ${['HTTP', 'HTTPS', 'SPDY'][index]}`,
      ...MEASURES.map(([name]) => theirs(name)[index] ?? '–'),
    ]),
    ...arms.map(({ server, arm, figures }) => [
      `${server}, ${arm}`,
      ...MEASURES.map(([, read]) => figureText(read(figures))),
    ]),
  ]
  return markdownTable(
    ['', 'highest rate, pages/s', 'users at the limit of 3 s', 'users at first error'],
    columns,
  )
}

/** Those of its table that are measured in the same way. */
const MEASURES: readonly (readonly [string, (figures: ArmReport['figures']) => RepeatedFigure | null])[] = [
  ['max_pages_per_s', ({ highestPagesPerS }) => highestPagesPerS],
  ['sla_3s_violated_at_users', ({ slaUsers }) => slaUsers],
  ['first_error_at_users', ({ firstErrorUsers }) => firstErrorUsers],
]

function figureText(figure: RepeatedFigure | null): string {
  if (figure === null) return '–'
  const text = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))
  if (figure.bound !== null) return `≥ ${text(figure.value)}`
  const range = figure.interval?.map(text).join('–')
  return range === undefined ? text(figure.value) : `${text(figure.value)} (${range})`
}

const LIMITING: Readonly<Record<Limiting, string>> = {
  client: 'the client may have been (lower bound)',
  cpu: 'CPU',
  workers: 'workers',
  connections: 'connections that it did not take',
  ramp: 'nothing: the limit was not reached',
  unknown: 'none of CPU, workers and connections',
}

function whatLimited(limited: readonly LimitedLoad[]): string[] {
  const groups = Map.groupBy(limited, ({ server, arm }) => `${server}, ${arm}`)
  const rows = [...groups].map(([name, loads]) => {
    const counts = Map.groupBy(
      loads.flatMap(({ by }) => by),
      (each) => each,
    )
    const what = [...counts]
      .map(([by, all]) => `${LIMITING[by]} (${all.length} of ${loads.length})`)
      .join('; ')
    const middle = (read: (load: LimitedLoad) => number | null) =>
      median(loads.flatMap((load) => read(load) ?? []))
    const percent = (share: number | undefined) =>
      share === undefined ? '–' : `${(100 * share).toFixed(0)} %`
    const count = (value: number | undefined) => (value === undefined ? '–' : String(Math.round(value)))
    return [
      ...[name, what, count(middle(({ users }) => users))],
      ...[percent(middle(({ serverBusy }) => serverBusy)), percent(middle(({ clientBusy }) => clientBusy))],
      ...[count(middle(({ busyWorkers }) => busyWorkers)), count(middle(({ sockets }) => sockets))],
    ]
  })
  const heads = ['limited by', 'users', 'server’s core', 'client’s core', 'busy workers', 'sockets']
  return markdownTable(['', ...heads], rows)
}
