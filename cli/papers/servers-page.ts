import { share } from '../../figures/quantity.ts'
import { serverFindings } from '../../figures/server-findings.ts'
import { ARMS } from '../../model/arm.ts'
import { EARLIER_FINDINGS } from '../../papers/findings/servers.ts'
import type { KeptRun } from './kept-run.ts'
import { paragraph } from './markdown.ts'
import { methodLines } from './method-lines.ts'
import {
  againShare,
  baselineOf,
  behaviourTables,
  findingsOf,
  findingsTable,
  serverGainsTable,
  settingsTable,
} from './server-tables.ts'

type Findings = ReturnType<typeof findingsOf>

/** Page of docs/results, for all runs that say something of servers. */
export const SERVERS_PAGE = 'servers'

/** A page of docs/results on servers as a factor; null where no such run is kept. */
export function serversPage(runs: readonly KeptRun[]): string | null {
  if (runs.length === 0) return null
  const found = runs.map((run) => ({ run, findings: findingsOf(run) }))
  return `${[
    '# What is HTTP/3’s and what a server’s',
    '',
    ...paragraph(
      'Made by `towline papers report` from [papers/results](../../papers/results). The same pages over the same links from several ' +
        'servers. Gain: median page load time of the baseline over that of the protocol, with its 95 % interval over n rounds.',
    ),
    ...earlierLines(found.flatMap(({ findings }) => findings)),
    ...found.flatMap(runPart),
    ...methodLines(runs, []),
  ].join('\n')}\n`
}

/** Says how one server under two names compares with itself, in a sentence. */
function againLine(run: KeptRun): string[] {
  const again = againShare(run)
  if (again === null) return []
  const { different, comparisons, low, high } = again
  return paragraph(
    `The same server under two names, \`towline\` against \`towline-again\`: ${different} of ${comparisons} comparisons are called ` +
      `different, ${share(different / comparisons)} (${share(low)} to ${share(high)}). By chance some 5 % are.`,
  )
}

function runPart({ run, findings }: { readonly run: KeptRun; readonly findings: Findings }): string[] {
  const { plan, source, title, rounds } = run.facts
  const part = (heading: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', `### ${heading}`, '', ...lines]
  const baseline = baselineOf(run)
  const over = baseline === null ? '' : ` Baseline: ${ARMS[baseline].label}.`
  return [
    ...[
      '',
      `## \`${plan}\` by ${source}`,
      '',
      ...paragraph(`${title ?? plan}. Rounds: ${rounds ?? 'unknown'}.${over}`),
    ],
    ...part('Findings by server', findings.length === 0 ? [] : findingParts(findings)),
    ...part('Gains by server', serverGainsTable(run)),
    ...part('What settings change', settingsTable(run)),
    ...part('One server under two names', againLine(run)),
    ...part('What servers did', behaviourTables(run).slice(1)),
  ]
}

function findingParts(rows: Findings): string[] {
  return [
    ...paragraph(`${serverFindings.note?.({ labRunId: 0 }, rows)} Servers that share code count once.`),
    '',
    ...findingsTable(rows),
  ]
}

/** Headlines of one server, and what became of them. */
function earlierLines(rows: Findings): string[] {
  const lines = EARLIER_FINDINGS.flatMap(({ says, measured, at, arm, direction }) => {
    const own = rows.filter(
      (row) =>
        row.arm === arm && Object.entries(at).every(([name, level]) => String(row.factors[name]) === level),
    )
    if (own.length === 0) return []
    const stands = own.every((row) => row.scope === 'of the protocol' && row.direction === direction)
    const falls = own.some(
      (row) =>
        row.scope === 'of this server' || (row.scope === 'of the protocol' && row.direction !== direction),
    )
    const became = stands ? 'stands' : falls ? 'fell' : 'not decided'
    return paragraph(`- **${became}**: ${says} (${measured}).`, '  ')
  })
  return lines.length === 0 ? [] : ['', '## Earlier findings', '', ...lines]
}
