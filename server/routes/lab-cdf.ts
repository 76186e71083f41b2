import { readLabCdf } from '../lab/lab-cdf.ts'
import type { Handler } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export const labCdf: Handler<'labCdf'> = async (context, { params, query }) => {
  const { id } = await findLabRun(context, params.id)
  return { answer: await readLabCdf(context, id, query.metric, query.fixed) }
}
