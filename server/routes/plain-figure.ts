import { PLAIN_FIGURES, type PlainFigures } from '../../figures/plain-figures.ts'
import { PLAIN_ROWS, SUBJECTS } from '../figures/plain-rows.ts'
import { requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Handlers } from '../request/handler.ts'

interface Asked {
  readonly params: { readonly id: number }
}

export const PLAIN_HANDLERS = Object.fromEntries(
  PLAIN_FIGURES.map(({ name, of }) => [
    name,
    async ({ db }: Context, { params: { id } }: Asked) => {
      requireFound((await SUBJECTS[of].isThere(db, id)) || null, of)
      return { answer: await PLAIN_ROWS[name](db, id) }
    },
  ]),
) as unknown as Pick<Handlers, PlainFigures['name']>
