import { z } from 'zod'
import { count, instant, stored } from './terms.ts'

/** Longest URL that is taken, in characters. */
export const LONGEST_URL = 2_048

export const askedCheck = z
  .strictObject({
    url: z
      .string()
      .min(1)
      .max(LONGEST_URL)
      .meta({
        description:
          'Page over https at port 443 or http at port 80, or the name of a site for its home page over https',
        examples: ['https://example.com/shop'],
      }),
  })
  .meta({ id: 'AskedCheck', description: 'A page that is to be checked' })

export const checkAnswer = z
  .strictObject({
    id: count,
    url: z.string(),
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    before: count
      .nullable()
      .meta({ description: 'Checks that are done before this one; null: it has begun' }),
    askedAt: instant,
    finishedAt: instant.nullable(),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why there is no result; null: there is one, or will be' }),
    page: z.string().meta({ description: 'Path of its page, which stays' }),
    result: stored
      .nullable()
      .meta({ description: 'As `towline check --json` writes it (docs/check.schema.json); null: none yet' }),
  })
  .meta({ id: 'Check', description: 'A check that was asked for, and what it found' })

export type CheckAnswer = z.output<typeof checkAnswer>
