import type { z } from 'zod'
import { type FigureAnswer, type FigureSubject, SUBJECT_ROOTS } from '../../figures/figure.ts'
import { PLAIN_FIGURES, type PlainFigures } from '../../figures/plain-figures.ts'
import type { Endpoint } from './endpoint.ts'
import { figureAnswer } from './figure-schema.ts'
import { formatQuery, idParams } from './requests.ts'

type PlainEndpoint<F extends PlainFigures> = Endpoint & {
  readonly params: typeof idParams
  readonly query: typeof formatQuery
  readonly answer: z.ZodType<FigureAnswer<F>>
}

const TAGS = {
  campaign: 'campaigns',
  survey: 'surveys',
  'lab run': 'lab',
} as const satisfies Readonly<Record<FigureSubject, Endpoint['tag']>>

/** The endpoints that plain figures are, whose names are those of the figures. */
export const PLAIN_ENDPOINTS = Object.fromEntries(
  PLAIN_FIGURES.map((figure) => [
    figure.name,
    {
      path: `${SUBJECT_ROOTS[figure.of]}/:id/${figure.slug}`,
      tag: TAGS[figure.of],
      summary: figure.description,
      params: idParams,
      query: formatQuery,
      answer: figureAnswer(figure),
      csv: true,
      figure,
    } satisfies Endpoint,
  ]),
) as unknown as { readonly [F in PlainFigures as F['name']]: PlainEndpoint<F> }
