import { comparableCells } from '../../papers/decide/measured-cell.ts'
import { compareArms } from '../../stats/comparison/compare-arms.ts'
import { pairRounds } from '../../stats/comparison/pair-rounds.ts'
import { conditionWords } from './condition-words.ts'
import { figureParts } from './figure-parts.ts'
import type { KeptRun } from './kept-run.ts'
import type { MadeFile } from './made-file.ts'
import { codeTable, paragraph } from './markdown.ts'
import { methodLines } from './method-lines.ts'

/** Its name and text, and the pictures that it shows. */
export interface PlanPage {
  readonly page: MadeFile
  readonly pictures: readonly MadeFile[]
}

/** A page of docs/results for a plan that is of no paper: its figures, and the gain of each cell over HTTP/1.1. */
export async function planPage(run: KeptRun): Promise<PlanPage> {
  const { plan, title } = run.facts
  const { lines, pictures } = await figureParts(run)
  const gains = run.cells.some((cell) => cell.valuesOf('h1', 'plt_ms').length > 0)
  const text = `${[
    `# Results of \`${plan}\``,
    '',
    ...paragraph(
      `${title ?? plan}. Made by \`towline papers report\` from [papers/results](../../papers/results). ` +
        `${gains ? GAIN : ''}Cells stand for no population of pages.`,
    ),
    ...lines,
    ...(gains && lines.length > 0 ? ['', '## Gains over HTTP/1.1'] : []),
    ...(gains ? ['', ...gainTable(run)] : []),
    ...methodLines([run], []),
  ].join('\n')}\n`
  return { page: [plan, text], pictures }
}

const GAIN =
  'Gain: median page load time of HTTP/1.1 over that of the protocol, with its 95 % interval over n rounds. '

function gainTable({ cells, facts: { seed } }: KeptRun): string[] {
  const compared = comparableCells(cells).filter((cell) => cell.valuesOf('h1', 'plt_ms').length > 0)
  const rows = compared.map((cell) => {
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
  return codeTable(
    ['cell', 'HTTP/2', 'interval', 'verdict', 'HTTP/3', 'interval', 'verdict', 'n'],
    rows.toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
  )
}
