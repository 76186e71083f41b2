import type { PaperStatementRow } from '../../figures/paper-statements.ts'
import { SERVERS, type ServerName } from '../../lab/origin/servers.ts'
import { NEOTYS_MINUTE_USERS, NEOTYS_PAGE } from '../../model/neotys-2013.ts'
import { NEOTYS_THREATS } from '../../papers/findings/neotys.ts'
import type { LoadReport, ReadLoad } from '../../server/load/read-load-run.ts'
import { loadFigureLines, loadPlanText, rampText } from '../load/load-report-text.ts'
import { besideNeotys } from './beside-neotys.ts'
import type { KeptLoadRun } from './kept-load-runs.ts'
import type { MadeFile } from './made-file.ts'
import { codeTable, paragraph } from './markdown.ts'
import { commitsText, dayOf } from './method-lines.ts'
import { besideNeotysBars } from './neotys-bars.ts'
import type { PlanPage } from './plan-page.ts'
import { whatLimited } from './what-limited.ts'
import { whatWasRun } from './what-was-run.ts'

/** A plan that decides statements has its own name; another one may be called as a plan of the lab is. */
export function loadPageName(plan: string, rows: readonly PaperStatementRow[]): string {
  return rows.some((row) => row.plan === plan) ? plan : `load-${plan}`
}

/** A page of docs/results for the kept load runs of a plan, its short ramp before the long one. */
export function loadPage(
  plan: string,
  runs: readonly KeptLoadRun[],
  all: readonly PaperStatementRow[],
): PlanPage {
  const rows = all.filter((row) => row.plan === plan)
  const parts = runs.map(runPart)
  const text = `${[
    `# Results of load plan \`${plan}\``,
    '',
    ...paragraph(
      'Users ramped over a page ([load](../load.md)). Made by `towline papers report` from ' +
        '[papers/results](../../papers/results).',
    ),
    ...(rows.length === 0 ? [] : ['', '## Statements', '', ...statementLines(rows)]),
    ...['', '## Reading the tables', '', ...readingLines(runs)],
    ...parts.flatMap(({ lines }) => lines),
    ...['', '## Threats to validity', ''],
    ...[...(runs.some(isOfNeotys) ? NEOTYS_THREATS : []), ...THREATS].flatMap((one) =>
      paragraph(`- ${one}`, '  '),
    ),
    ...['', '## How it was measured', ''],
    ...measuredLines(runs),
  ].join('\n')}\n`
  return { page: [loadPageName(plan, all), text], pictures: parts.flatMap(({ pictures }) => pictures) }
}

const THREATS = [
  'Capacity beyond a lower bound (≥) is not known: the client’s core was busy, or the ramp ended first.',
  'One page, one link and one version of each server stand for all. Client and server have a core each where there are two.',
]

export const serversText = ({ report }: KeptLoadRun): string =>
  (report.plan.servers as readonly ServerName[]).map((server) => SERVERS[server].title).join(', ')

const isOfNeotys = ({ report }: KeptLoadRun): boolean => report.plan.page === NEOTYS_PAGE

/** Writes what the paper says, what became of it, and by which figure. */
function statementLines(rows: readonly PaperStatementRow[]): string[] {
  const open = rows.filter(({ here }) => here === null).map(({ statement }) => `\`${statement}\``)
  return [
    ...rows
      .filter(({ here }) => here !== null)
      .flatMap(({ statement, verdict, says, figure, here, expected, rounds }) =>
        paragraph(
          `- **${verdict}**, [${statement}](../papers.md): ${says} Here ${figure}: ${here}; n = ${rounds}; it holds with ${expected}.`,
          '  ',
        ),
      ),
    ...(open.length === 0 ? [] : paragraph(`- **not measured**: ${open.join(', ')}.`, '  ')),
  ]
}

/** Says what holds for the tables of all runs. */
function readingLines(runs: readonly KeptLoadRun[]): string[] {
  return [
    ...paragraph('Each load is one ramp of all users; its server starts anew.'),
    ...(runs.some(isOfNeotys)
      ? [
          '',
          ...paragraph(
            '*Beside Neotys*: rate, first error and limit are geometric means with 95 % intervals over repetitions; ≥ and pale bars ' +
              'are lower bounds. All others are medians of n repetitions, or of as many as stand beside. Memory is that of the ' +
              `server’s processes, added from ${NEOTYS_MINUTE_USERS.join(' to ')} users, whom an even ramp of 20 minutes has after ` +
              'one and two; Neotys had 88 after two.',
          ),
        ]
      : []),
    '',
    ...paragraph(
      '*What limited each* is of the first interval in which p95 of page times passed the limit, else (nothing) of the last one; ' +
        'medians over repetitions, but for the client’s memory, the most of the whole load. Of several that were used up none is ' +
        'known as the cause.',
    ),
  ]
}

interface RunPart {
  readonly lines: readonly string[]
  readonly pictures: readonly MadeFile[]
}

function runPart(run: KeptLoadRun): RunPart {
  const { facts, report, loads } = run
  const beside = isOfNeotys(run) ? besidePart(run) : { lines: [], pictures: [] }
  const full = facts.source === 'load-full' ? ' --full' : ''
  return {
    lines: [
      '',
      `## ${serversText(run)}, ${rampText(report.plan)}`,
      '',
      ...paragraph(
        `\`towline load run ${facts.plan} --server ${report.plan.servers.join(',')}${full}\`: ${loadPlanText(report)}.`,
      ),
      ...['', ...whatWasRun(report.plan, loads)],
      ...beside.lines,
      ...['', '### What limited each', '', ...whatLimited(loads), ...apacheLimit(report)],
      ...['', '### Figures', '', '```', ...loadFigureLines(report, null), '```'],
    ],
    pictures: beside.pictures,
  }
}

function besidePart({ facts, report, loads }: KeptLoadRun): RunPart {
  const picture = `pictures/${facts.plan}-${facts.source}-${report.plan.servers.join('-')}.svg`
  return {
    lines: [
      ...['', '### Beside Neotys', '', `![Bars of Neotys’s figures and of this run’s](${picture})`],
      ...besideTables(report, loads),
    ],
    pictures: [[picture, besideNeotysBars(report.arms)]],
  }
}

function besideTables({ arms, plan }: LoadReport, loads: readonly ReadLoad[]): string[] {
  return [...Map.groupBy(arms, ({ server }) => server)].flatMap(([server, reports]) => [
    ...['', `${server}:`, ''],
    ...besideNeotys(
      reports.map((report) => ({
        report,
        loads: loads.filter(({ row }) => row.server === server && row.arm === report.arm),
        slaMs: plan.slaMs,
      })),
    ),
  ])
}

/** Says how many connections Apache keeps; nothing where it was not loaded. */
function apacheLimit({ plan: { servers, apache } }: LoadReport): string[] {
  if (!servers.includes('apache') || apache == null) return []
  const most = apache.mpm === 'event' ? (1 + ASYNC_REQUEST_WORKER_FACTOR) * apache.workers : apache.workers
  return [
    '',
    ...paragraph(
      `Apache’s MPM ${apache.mpm} keeps up to ${most} connections with its ${apache.workers} workers, whether these are busy or not.`,
    ),
  ]
}

/** Apache's default: connections for each idle worker beside those that are served. */
const ASYNC_REQUEST_WORKER_FACTOR = 2

function measuredLines(runs: readonly KeptLoadRun[]): string[] {
  const programs = new Map<string, Set<string>>()
  for (const { facts } of runs)
    for (const [name, version] of Object.entries(facts.versions))
      programs.set(name, (programs.get(name) ?? new Set()).add(version))
  return [
    ...paragraph(
      'Congestion control is read back from the kernel for TCP; for QUIC it is as the server is set up.',
    ),
    '',
    ...codeTable(['run', 'loads', 'until', 'seed', 'commit', 'congestion control'], runs.map(measuredCells)),
    '',
    ...codeTable(
      ['program', 'version'],
      [...programs].map(([name, versions]) => [name, [...versions].join('; ')]),
    ),
  ]
}

function measuredCells(run: KeptLoadRun): string[] {
  const { facts, report, loads } = run
  const controls = new Set(
    loads.map(({ row: { arm, facts } }) => `${arm === 'h3' ? 'QUIC' : 'TCP'} ${controlOf(facts)}`),
  )
  const { done, planned } = report.loads
  return [
    `${serversText(run)}, ${rampText(report.plan)}`,
    `${done} of ${planned}${facts.isFinished ? '' : ', not finished'}`,
    dayOf(facts),
    String(facts.seed),
    commitsText(facts),
    [...controls].toSorted().join(', '),
  ]
}

function controlOf(facts: object | null): string {
  return String((facts as { readonly congestionControl?: string } | null)?.congestionControl ?? 'unknown')
}
