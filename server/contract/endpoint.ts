import type { z } from 'zod'
import type { Figure } from '../../figures/figure.ts'
import { figureAnswer } from './figure-schema.ts'
import { campaignSiteParams, domainParams, formatQuery, idParams, noParams, noQuery } from './requests.ts'

/** One GET below `/api/v1`. Its HEAD and OPTIONS follow from it. */
export interface Endpoint {
  readonly path: string
  readonly tag: 'data' | 'surveys' | 'sites' | 'campaigns' | 'lab' | 'load' | 'field'
  readonly summary: string
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly answer: z.ZodType
  readonly csv: boolean
  /** Figure whose columns make its CSV. */
  readonly figure?: Figure
  readonly atom?: true
}

type ParamsOf<Path extends string> = Path extends `${string}/:id/sites/:site${string}`
  ? typeof campaignSiteParams
  : Path extends `${string}/:domain${string}`
    ? typeof domainParams
    : Path extends `${string}/:id${string}`
      ? typeof idParams
      : typeof noParams

/** Schema of what a path names: `:id`, `:id/sites/:site`, `:domain` or nothing. */
function paramsOf<const Path extends string>(path: Path): ParamsOf<Path> {
  const params = path.includes('/:site')
    ? campaignSiteParams
    : path.includes('/:domain')
      ? domainParams
      : path.includes('/:id')
        ? idParams
        : noParams
  return params as unknown as ParamsOf<Path>
}

/** Makers of the endpoints of a tag, each from its path and summary. */
export function endpointsOf<const Tag extends Endpoint['tag']>(tag: Tag) {
  /** Answers in JSON alone. Default query: none. */
  const json = <const Path extends string, A extends z.ZodType, Q extends z.ZodObject = typeof noQuery>(
    path: Path,
    summary: string,
    answer: A,
    query: Q = noQuery as unknown as Q,
  ) => ({ path, tag, summary, params: paramsOf(path), query, answer, csv: false as const })

  /** Answers in JSON, and in CSV by a function of its own (server/app/handlers.ts). Default query: `format`. */
  const table = <const Path extends string, A extends z.ZodType, Q extends z.ZodObject = typeof formatQuery>(
    path: Path,
    summary: string,
    answer: A,
    query: Q = formatQuery as unknown as Q,
  ) => ({ path, tag, summary, params: paramsOf(path), query, answer, csv: true as const })

  /** Answers with a figure, in CSV by its columns. Default query: `format`. */
  const figure = <const Path extends string, F extends Figure, Q extends z.ZodObject = typeof formatQuery>(
    path: Path,
    summary: string,
    shown: F,
    query?: Q,
  ) => ({ ...table(path, summary, figureAnswer(shown), query), figure: shown })

  return { json, table, figure }
}
