import type { PaperStatementRow } from '../../figures/paper-statements.ts'
import { ARMS } from '../../model/arm.ts'
import { RESULTS_PAGES } from '../../papers/findings/pages.ts'
import type { KeptRun } from './kept-run.ts'
import { paragraph } from './markdown.ts'
import { onServersText } from './on-servers.ts'
import { anchorOf } from './results-index.ts'
import { findingsOf, isOfServers } from './server-tables.ts'
import { SERVERS_PAGE } from './servers-page.ts'

/** The README has its findings between these. */
const MARKS = ['<!-- findings: made by `towline papers report` -->', '<!-- /findings -->'] as const

/** The README with the findings that kept samples have, each with its figure, interval, n and stacks. */
export function withFindings(
  readme: string,
  rows: readonly PaperStatementRow[],
  runs: readonly KeptRun[],
): string {
  const [start, end] = MARKS.map((mark) => readme.indexOf(mark)) as [number, number]
  if (start < 0 || end < start) throw new RangeError('the README has no marks for findings')
  const lines = RESULTS_PAGES.flatMap(({ name, findings }) =>
    findings.flatMap(({ title, statements, inReadme, onServers }) => {
      const own = rows.filter(
        ({ statement, here }) => statement === Object.keys(statements)[0] && here !== null,
      )
      const [first] = own
      if (inReadme === undefined || first === undefined) return []
      const figures = own.map(({ arm, here, rounds }) => `${ARMS[arm ?? 'h1'].label} ${here}, n = ${rounds}`)
      const stacks = Map.groupBy(own, ({ arm, verdict }) =>
        onServersText(onServers, { arm: arm ?? 'h1', verdict }, runs),
      )
      const said = [...stacks].map(([text, rows]) =>
        stacks.size === 1 ? text : `${text} (${rows.map(({ arm }) => ARMS[arm ?? 'h1'].label).join(', ')})`,
      )
      const link = `[${title}](docs/results/${name}.md#${anchorOf(title)})`
      return paragraph(`- ${link}. ${inReadme}. ${figures.join('. ')}. ${said.join('. ')}.`, '  ')
    }),
  )
  return [readme.slice(0, start + MARKS[0].length), ...lines, ...serverLines(runs), readme.slice(end)].join(
    '\n',
  )
}

/** Says what runs with several servers show of a protocol, and what of a server. */
function serverLines(runs: readonly KeptRun[]): string[] {
  const rows = runs.filter(isOfServers).flatMap(findingsOf)
  if (rows.length === 0) return []
  const count = (scope: string): number =>
    rows.filter((row) => row.scope === scope && row.direction !== null).length
  return paragraph(
    `- [What is HTTP/3’s and what a server’s](docs/results/${SERVERS_PAGE}.md). Of ${rows.length} comparisons on up to ` +
      `${Math.max(...rows.map(({ servers }) => servers))} stacks ${count('of the protocol')} show what is the protocol’s, ` +
      `${count('of this server')} what is a server’s; of ${count('not decided')} differences it is not decided.`,
    '  ',
  )
}
