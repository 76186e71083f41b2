import { type FigureSubject, SUBJECT_ROOTS } from '../../figures/figure.ts'
import { PLAIN_FIGURES } from '../../figures/plain-figures.ts'
import type { AnswerWriter } from './answer-writer.ts'

/** The plain figures of a campaign, survey or lab run, as its page shows them. */
export async function writePlainFigures(writer: AnswerWriter, of: FigureSubject, id: number): Promise<void> {
  for (const figure of PLAIN_FIGURES)
    if (figure.of === of) await writer.downloads(figure.name, `${SUBJECT_ROOTS[of]}/${id}/${figure.slug}`)
}
