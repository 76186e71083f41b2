import type { FigureAnswer } from '../../figures/figure.ts'
import { PLAIN_FIGURES, type PlainFigures } from '../../figures/plain-figures.ts'
import { CELL_ROWS, type CellFigureName } from '../../server/figures/cell-rows.ts'
import type { RunCell } from '../../server/lab/run-cells.ts'
import { CHART_LINES } from '../../web/charts/lab-run-lines.ts'
import { figureTableText } from '../output/figure-text.ts'
import { linesSvg } from './figure-svg.ts'
import type { KeptRun } from './kept-run.ts'
import type { MadeFile } from './made-file.ts'
import { paragraph } from './markdown.ts'

type CellFigure = Extract<PlainFigures, { readonly name: CellFigureName }>

const CELL_FIGURES = PLAIN_FIGURES.filter((figure): figure is CellFigure => figure.name in CELL_ROWS)

/** Lines of a page, and the files of its pictures. */
interface FigureParts {
  readonly lines: readonly string[]
  readonly pictures: readonly MadeFile[]
}

/** The figures of a lab run that its kept samples have rows of, with pictures, and tables as the terminal has them. */
export async function figureParts(run: KeptRun): Promise<FigureParts> {
  const cells = run.cells.map(runCell)
  const lines: string[] = []
  const pictures: MadeFile[] = []
  for (const figure of CELL_FIGURES) {
    const answer = { labRunId: 0, rows: await CELL_ROWS[figure.name](cells) } as FigureAnswer<typeof figure>
    const table = figureTableText(figure, answer, null)
    if (table === null) continue
    lines.push('', `## ${figure.title}`, '', ...paragraph(`${figure.description}.`), '')
    const steps = figure.name === 'handshakeCost' ? await CELL_ROWS.handshakeSteps(cells) : []
    const charts = CHART_LINES[figure.name]?.(answer.rows as never, steps as never) ?? []
    if (charts.length > 0) {
      const picture = `pictures/${run.facts.plan}-${figure.slug}.svg`
      pictures.push([picture, linesSvg(figure.title, charts)])
      lines.push(`![${figure.title}](${picture})`, '')
    }
    lines.push('```', table, '```')
    if (figure.note !== undefined)
      lines.push('', ...paragraph(figure.note(answer as never, answer.rows as never)))
  }
  return { lines, pictures }
}

/** Loads of a kept run, as figures ask for those of a database. */
function runCell({
  cell,
  factors,
  configuredLink,
  wireLimitMs,
  loads,
  valuesOf,
}: KeptRun['cells'][number]): RunCell {
  return {
    ...{ cell, factors, configuredLink, wireLimitMs },
    async series(arm, metric) {
      const values = valuesOf(arm, metric).toSorted((a, b) => a.round - b.round)
      return {
        rounds: Uint32Array.from(values, ({ round }) => round),
        values: Float64Array.from(values, ({ value }) => value ?? Number.NaN),
      }
    },
    counts: async () => loads,
  }
}
