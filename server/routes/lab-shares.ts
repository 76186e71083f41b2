import type { Request } from '../contract/contract.ts'
import { readLabShares } from '../lab/lab-shares.ts'
import type { Context } from '../request/context.ts'
import type { Reply } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export async function labShares(
  context: Context,
  { params, query }: Request<'labShares'>,
): Promise<Reply<'labShares'>> {
  const { id } = await findLabRun(context, params.id)
  return { answer: await readLabShares(context, id, query.fixed) }
}
