import { comparableCells } from '../../papers/decide/measured-cell.ts'
import { compareArms } from '../../stats/comparison/compare-arms.ts'
import { pairRounds } from '../../stats/comparison/pair-rounds.ts'
import { conditionWords } from './condition-words.ts'
import type { KeptRun } from './kept-run.ts'
import { codeTable, paragraph } from './markdown.ts'
import { methodLines } from './method-lines.ts'

/** A page of docs/results for a plan that is of no paper: the gain of each cell. */
export function gainsPage(run: KeptRun): string {
  const { plan, title, seed } = run.facts
  const rows = comparableCells(run.cells).map((cell) => {
    const gains = (['h2', 'h3'] as const).map((arm) => {
      const { pairs } = pairRounds(cell.valuesOf('h1', 'plt_ms'), cell.valuesOf(arm, 'plt_ms'))
      return compareArms({ pairs, seed })
    })
    const texts = gains.flatMap(({ gain, gainInterval, verdict }) => [
      gain === null ? null : gain.toFixed(2),
      gainInterval === null ? null : gainInterval.map((limit) => limit.toFixed(2)).join('–'),
      verdict,
    ])
    return [conditionWords(cell.factors), ...texts, String(Math.min(...gains.map(({ n }) => n)))]
  })
  return `${[
    `# Results of \`${plan}\``,
    '',
    ...paragraph(
      `${title ?? plan}. Made by \`towline papers report\` from [papers/results](../../papers/results). Gain: median page load time of ` +
        'HTTP/1.1 over that of the protocol, with its 95 % interval over n rounds. Cells stand for no population of pages.',
    ),
    '',
    ...codeTable(
      ['cell', 'HTTP/2', 'interval', 'verdict', 'HTTP/3', 'interval', 'verdict', 'n'],
      rows.toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
    ),
    ...methodLines([run], []),
  ].join('\n')}\n`
}
