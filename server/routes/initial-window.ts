import type { Request } from '../contract/contract.ts'
import { labInitialWindowAnswer } from '../lab/window-answer.ts'
import type { Context } from '../request/context.ts'
import type { Reply } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export async function labInitialWindow(
  context: Context,
  { params }: Request<'labInitialWindow'>,
): Promise<Reply<'labInitialWindow'>> {
  return { answer: await labInitialWindowAnswer(context.db, await findLabRun(context, params.id)) }
}
