import type { Request } from '../contract/contract.ts'
import { readLabCdf } from '../lab/lab-cdf.ts'
import type { Context } from '../request/context.ts'
import type { Reply } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export async function labCdf(
  context: Context,
  { params, query }: Request<'labCdf'>,
): Promise<Reply<'labCdf'>> {
  const { id } = await findLabRun(context, params.id)
  return { answer: await readLabCdf(context, id, query.metric, query.fixed) }
}
