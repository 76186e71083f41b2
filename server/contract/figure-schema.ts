import { z } from 'zod'
import type { Column, Columns, RowOf } from '../../figures/column.ts'
import type { Figure, FigureAnswer } from '../../figures/figure.ts'
import { arm, count, factor, instant, interval, leftOut, metric, verdict } from './terms.ts'

const estimate = z
  .strictObject({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() })
  .meta({ id: 'Estimate', description: 'With its 95 % interval; null limits: too few values for one' })

const KINDS = {
  arm,
  arms: z.array(arm),
  byArm: z.partialRecord(arm, z.number()),
  count,
  number: z.number(),
  estimate,
  interval,
  leftOut: z.array(leftOut),
  flag: z.boolean(),
  text: z.string(),
  verdict,
  metric,
  instant,
  numbers: z.array(z.number()),
  factors: z.record(z.string(), factor),
  level: factor,
  metrics: z.partialRecord(metric, z.number().nullable()),
} as const satisfies Record<Exclude<Column['kind'], 'word' | 'each' | 'parts'>, z.ZodType>

export function figureAnswer<F extends Figure>(figure: F): z.ZodType<FigureAnswer<F>> {
  return answerWith(figure, {})
}

export function figureAnswerWith<F extends Figure, Parts extends z.ZodRawShape>(
  figure: F,
  parts: Parts,
): z.ZodType<FigureAnswer<F> & z.output<z.ZodObject<Parts>>> {
  return answerWith(figure, parts)
}

/** The types of the columns say what zod cannot follow through a mapped type. */
function answerWith<Answer>(figure: Figure, parts: z.ZodRawShape): z.ZodType<Answer> {
  const { name, description, head, columns, order } = figure
  const rows = z.array(z.strictObject(columnFields(columns))).meta({ description: order })
  return z
    .strictObject({ ...columnFields(head), rows, ...parts })
    .meta({ id: `${name[0]?.toUpperCase()}${name.slice(1)}`, description }) as unknown as z.ZodType<Answer>
}

/** The fields of a row, where they stand in other answers too. */
export function columnFields<C extends Columns>(
  columns: C,
): { readonly [Name in keyof C]: z.ZodType<RowOf<C>[Name]> } {
  return Object.fromEntries(
    Object.entries(columns).map(([name, one]) => {
      const { meaning, orNull } = one
      const known = kindSchema(one)
      const schema: z.ZodType = orNull ? known.nullable() : known
      return [name, meaning === null ? schema : schema.meta({ description: meaning })]
    }),
  ) as { [Name in keyof C]: z.ZodType<RowOf<C>[Name]> }
}

function kindSchema({ kind, oneOf, parts }: Column): z.ZodType {
  if (kind === 'word') return z.enum(oneOf)
  if (kind === 'parts') return z.partialRecord(z.enum(oneOf), z.strictObject(columnFields(parts)))
  return kind === 'each' ? z.partialRecord(z.enum(oneOf), z.number()) : KINDS[kind]
}
