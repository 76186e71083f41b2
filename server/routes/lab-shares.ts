import { readLabShares } from '../lab/lab-shares.ts'
import type { Handler } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export const labShares: Handler<'labShares'> = async (context, { params, query }) => {
  const { id } = await findLabRun(context, params.id)
  return { answer: await readLabShares(context, id, query.fixed) }
}
