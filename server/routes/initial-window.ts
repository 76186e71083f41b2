import { labInitialWindowAnswer } from '../lab/window-answer.ts'
import type { Handler } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export const labInitialWindow: Handler<'labInitialWindow'> = async (context, { params }) => {
  return { answer: await labInitialWindowAnswer(context.db, await findLabRun(context, params.id)) }
}
