import { PLAIN_FIGURES, type PlainFigures } from '../../figures/plain-figures.ts'
import { PLAIN_ROWS, SUBJECTS } from '../figures/plain-rows.ts'
import { requireFound } from '../http/problem.ts'
import type { Handlers } from '../request/handler.ts'

/** The handlers of all plain figures, by name. */
export const PLAIN_HANDLERS = Object.fromEntries(
  PLAIN_FIGURES.map(({ name, of }): [string, Handlers[PlainFigures['name']]] => [
    name,
    async ({ db }, { params: { id } }) => {
      requireFound((await SUBJECTS[of].isThere(db, id)) || null, of)
      return { answer: await PLAIN_ROWS[name](db, id) }
    },
  ]),
) as Pick<Handlers, PlainFigures['name']>
