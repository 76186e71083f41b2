import { z } from 'zod'
import { ARM_NAMES } from '../../model/arm.ts'
import { FACTOR_NAMES, FACTORS, type FactorName, type Level, refusal } from './factors.ts'
import { line, listOf, notAMap, whole } from './schema-fields.ts'

/** More than so many are a slip of the keyboard. */
const MOST_ROUNDS = 10_000
const LONGEST_PAUSE_MS = 3_600_000
const LARGEST_SEED = 0xffff_ffff

/** The schema of a level of each factor, named, so that the JSON Schema has each once. */
const LEVELS = Object.fromEntries(
  FACTOR_NAMES.map((name) => [name, FACTORS[name].meta({ ...FACTORS[name].meta(), id: `level-${name}` })]),
) as typeof FACTORS

const each = <Schema extends z.ZodType>(schemaOf: (level: z.ZodType<Level>) => Schema) =>
  z.strictObject(
    Object.fromEntries(FACTOR_NAMES.map((name) => [name, schemaOf(LEVELS[name]).optional()])) as Record<
      FactorName,
      z.ZodOptional<Schema>
    >,
    { error: notAMap },
  )

const level = each((one) => one)
const levels = each((one) => listOf(one, 'a list of levels, such as [20, 100]'))
const levelOrLevels = each((one) => z.union([one, listOf(one, 'a level or a list of levels')]))

const LOADERS = ['browser', 'graph'] as const

const arm = z.enum(ARM_NAMES, { error: refusal(`an arm is one of ${ARM_NAMES.join(', ')}`) })

/** A plan as its file holds it. Line numbers, and what only shows in the whole, are the reader's (read-plan.ts). */
export const planSchema = z
  .strictObject(
    {
      title: line('a title is one line of text').describe('what it is, in one line'),
      source: line('a source is one line: paper and section').optional().describe('paper and section'),
      arms: listOf(arm, 'a list of arms, such as [h1, h2, h3]').describe('protocol settings, in this order'),
      baseline: arm.optional().describe('what the others are compared with; default h1, else the first arm'),
      loader: z
        .enum(LOADERS, { error: refusal(`a loader is one of ${LOADERS.join(', ')}`) })
        .default('browser')
        .describe('what loads the pages: a browser, or none: the graph of each page'),
      rounds: whole('rounds are', 1, MOST_ROUNDS).describe('samples of each arm in each cell'),
      pauseMs: whole('a pause is milliseconds,', 0, LONGEST_PAUSE_MS)
        .default(2_000)
        .describe('between two loads, ms'),
      seed: whole('a seed is', 0, LARGEST_SEED).default(1).describe('of every random order'),
      held: level.optional().describe('one level each, the same in all cells'),
      factors: levels
        .optional()
        .describe('lists of levels: every combination is a cell; the last factor changes fastest'),
      conditions: listOf(level, 'a list of conditions, each a map of factors')
        .optional()
        .describe('factors that change together: each entry is combined with every combination of `factors`'),
      also: listOf(levelOrLevels, 'a list of further cells, each a map of factors')
        .optional()
        .describe('further cells beside those, each entry over `held` alone; lists in it are combined'),
    },
    { error: notAMap },
  )
  .meta({ title: 'A plan of towline’s lab', description: 'See docs/lab.md.' })

export type PlanDocument = z.output<typeof planSchema>

/** The JSON Schema that editors check plans by (lab/plans/plan.schema.json). */
export function planJsonSchema(): object {
  return z.toJSONSchema(planSchema, { io: 'input' })
}
