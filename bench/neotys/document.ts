import { loadReportLines } from '../../cli/load/load-report-text.ts'
import { LOAD_SERVERS } from '../../lab/origin/servers.ts'
import { NEOTYS_MINUTE_USERS } from '../../model/neotys-2013.ts'
import type { LoadReport, ReadLoad } from '../../server/load/read-load-run.ts'
import { besideNeotys } from './beside-neotys.ts'
import type { LimitedLoad } from './limiting.ts'
import { wrapped } from './text.ts'
import { whatLimited } from './what-limited.ts'
import { whatWasRun } from './what-was-run.ts'

export interface NeotysResults {
  readonly report: LoadReport
  readonly loads: readonly ReadLoad[]
  readonly limited: readonly LimitedLoad[]
  /** What it ran on, for readers; null: not said. */
  readonly machine: string | null
  /** Of the picture, beside the document. */
  readonly picture: string
}

const THREATS = [
  'Neotys ([its entries](../papers.md#neotys-2013)) had Apache with the MPM worker and 600 threads, HTTP in clear text, one ' +
    'repetition and no intervals; here everything is over TLS. Machines differ: compare rows from protocol to protocol, not from ' +
    'year to year.',
  'Capacity beyond the lower bounds is not known: the client’s core was busy, or the ramp ended first.',
  'One page, one link and one version of each server stand for all.',
]

const RUN = 'npm run towline -- load run neotys'

export function neotysDocument(results: NeotysResults): string {
  const { report, loads, limited, picture } = results
  return `${[
    '# Results of `neotys`',
    '',
    ...introduction(report),
    '',
    '## What was run',
    '',
    ...whatWasRun(loads),
    '',
    ...wrapped(`${notRun(report)}Each load is one ramp of all users; its server starts anew.`),
    '',
    '## Beside Neotys',
    '',
    `![Bars of Neotys’s figures and of this run’s](${picture})`,
    '',
    ...wrapped(
      'Geometric means with 95 % intervals over repetitions in parentheses, the median where n is given; ≥ and pale bars are lower ' +
        `bounds. Memory is that of the server’s processes, added from ${NEOTYS_MINUTE_USERS.join(' to ')} users, whom an even ramp of 20 ` +
        'minutes has after one and two; Neotys had 88 after two.',
    ),
    ...serverTables(report, loads),
    '',
    '## What limited each',
    '',
    ...finding(limited),
    ...whatLimited(limited),
    '',
    ...wrapped(
      'In the first interval in which p95 of page times passed the limit, else in the last one; medians over repetitions. Several ' +
        'that were used up at that time: which was the cause they do not tell. The client’s memory is the most of the whole load.' +
        apacheLimit(report),
    ),
    '',
    '## Figures',
    '',
    '```',
    ...loadReportLines(report, null),
    '```',
    '',
    '## Not known, and threats to validity',
    '',
    ...THREATS.flatMap((threat) => wrapped(`- ${threat}`, '  ')),
    '',
    '## How it was measured',
    '',
    ...method(results),
  ].join('\n')}\n`
}

function introduction({ run, plan, loads }: LoadReport): string[] {
  const { ramp } = plan
  return wrapped(
    'Neotys’s measurement of 2013 (*Evaluating the Performance of SPDY-enabled Web Servers*) with today’s protocols: users ramped from 1 to ' +
      `${ramp.users} in ${ramp.rampMs / 1_000} s over a page of 51 resources, who think ${plan.thinkMs / 1_000} s. ` +
      `\`${RUN} --server ${plan.servers.join(',')}\`, ${run.createdAt.slice(0, 10)}: ` +
      `${loads.done} of ${loads.planned} loads, ${plan.repetitions} repetitions` +
      `${run.state === 'finished' ? '' : '; **the run is not finished**'}. Written by \`scripts/write-neotys.ts\`.`,
  )
}

/** Says which of the lab's servers are missing; nothing where none is. */
function notRun({ plan: { servers } }: LoadReport): string {
  const missing = LOAD_SERVERS.filter((server) => !servers.includes(server))
  if (missing.length === 0) return ''
  return `Not loaded, and nothing is said of them: ${missing.join(', ')} (\`${RUN} --server ${missing.join(',')}\` loads them). `
}

function serverTables({ arms, plan }: LoadReport, loads: readonly ReadLoad[]): string[] {
  return [...Map.groupBy(arms, ({ server }) => server)].flatMap(([server, reports]) => [
    ...['', `### ${server}`, ''],
    ...besideNeotys(
      reports.map((report) => ({
        report,
        loads: loads.filter(({ row }) => row.server === server && row.arm === report.arm),
        slaMs: plan.slaMs,
      })),
    ),
  ])
}

/** How many connections Apache keeps; nothing where it was not loaded. */
function apacheLimit({ plan: { servers, apache } }: LoadReport): string {
  if (!servers.includes('apache') || apache == null) return ''
  const most = apache.mpm === 'event' ? (1 + ASYNC_REQUEST_WORKER_FACTOR) * apache.workers : apache.workers
  return ` Apache’s MPM ${apache.mpm} keeps up to ${most} connections with its ${apache.workers} workers, whether these are busy or not.`
}

/** Apache's default: connections for each idle worker beside those that are served. */
const ASYNC_REQUEST_WORKER_FACTOR = 2

/** What can be said where no load passed the limit: capacity is not known, cost is. */
function finding(limited: readonly LimitedLoad[]): string[] {
  if (limited.some(({ by }) => !by.includes('ramp'))) return []
  return [
    ...wrapped(
      'No load passed the limit with all users there. How many users each protocol holds is not known from this run but for ' +
        'a lower bound; what it costs is, in CPU time for a page and in memory and sockets for a user (figures below).',
    ),
    '',
  ]
}

function method({ report: { run }, loads, machine }: NeotysResults): string[] {
  const versions = Object.entries(run.versions).map(([name, version]) => `${name} ${version}`)
  const controls = [
    ...new Set(
      loads.map(({ row: { arm, facts } }) => `${arm === 'h3' ? 'QUIC' : 'TCP'} ${controlOf(facts)}`),
    ),
  ]
  return wrapped(
    `${[machine, ...versions, `towline ${run.toolVersion}`].filter((each) => each !== null).join('; ')}. Client and server ` +
      `have a core each where there are two. Congestion control (of TCP read back from the kernel, of QUIC as its server is set up): ${controls.sort().join(', ')}. How, and what the figures mean: [load](../load.md).`,
  )
}

function controlOf(facts: object | null): string {
  return String((facts as { readonly congestionControl?: string } | null)?.congestionControl ?? 'unknown')
}
