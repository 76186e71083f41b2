import type { PaperStatementRow } from '../../figures/paper-statements.ts'
import { ARMS } from '../../model/arm.ts'
import { RESULTS_PAGES } from '../../papers/findings/pages.ts'
import { paragraph } from './markdown.ts'
import { anchorOf } from './results-index.ts'

/** Between these the README has its findings. */
const MARKS = ['<!-- findings: made by `towline papers report` -->', '<!-- /findings -->'] as const

/** The README with the findings that kept samples have, each with its figure, interval and n. */
export function withFindings(readme: string, rows: readonly PaperStatementRow[]): string {
  const [start, end] = MARKS.map((mark) => readme.indexOf(mark)) as [number, number]
  if (start < 0 || end < start) throw new RangeError('the README has no marks for findings')
  const lines = RESULTS_PAGES.flatMap(({ name, findings }) =>
    findings.flatMap(({ title, statements, inReadme }) => {
      const own = rows.filter(
        ({ statement, here }) => statement === Object.keys(statements)[0] && here !== null,
      )
      const [first] = own
      if (inReadme === undefined || first === undefined) return []
      const figures = own.map(({ arm, here, rounds }) => `${ARMS[arm ?? 'h1'].label} ${here}, n = ${rounds}`)
      const link = `[${title}](docs/results/${name}.md#${anchorOf(title)})`
      return paragraph(`- ${link}. ${inReadme}. ${figures.join('. ')}.`, '  ')
    }),
  )
  return [readme.slice(0, start + MARKS[0].length), ...lines, readme.slice(end)].join('\n')
}
