import type { AdviceDocument } from '../../advise/advice-document.ts'
import adviceSchema from '../../docs/advise.schema.json' with { type: 'json' }
import { hasTooManyValues } from '../har/json-values.ts'
import { READ_REFUSALS } from '../har/read-refusal.ts'
import { type JsonSchema, schemaFault } from './schema-fault.ts'

/** Limits as `towline advise compare` does: a report is some hundreds of kilobytes. */
export const LARGEST_ADVICE_BYTES = 10_000_000

const SCHEMA = adviceSchema as JsonSchema
const FORMAT = 'towline-advice/1'
const CHOOSE = 'Choose the file that towline advise wrote with --json, or advice.json of its folder.'

type ReadAdvice = { readonly advice: AdviceDocument } | { readonly refused: string }

/** The advice of a file; else one line: what is wrong, where, and what to do. Never throws. */
export async function readAdvice(file: Blob): Promise<ReadAdvice> {
  if (file.size > LARGEST_ADVICE_BYTES)
    return { refused: `The file is larger than 10 MB, so that it is no advice. ${CHOOSE}` }
  const text = await file.text().catch(() => null)
  if (text === null) return { refused: READ_REFUSALS.unreadable }
  if (text.trim() === '') return { refused: `${READ_REFUSALS.empty} ${CHOOSE}` }
  if (hasTooManyValues(text))
    return { refused: `The file has more values than an advice can have. ${CHOOSE}` }
  const value = parsed(text)
  if (value === undefined) return { refused: `The file is not valid JSON. ${CHOOSE}` }
  const format = (value as { readonly format?: unknown } | null)?.format
  if (format !== FORMAT)
    return {
      refused:
        typeof format === 'string' && /^towline-advice\/\d{1,4}$/.test(format)
          ? `The file is an advice of format ${format}, and this page reads ${FORMAT}. Open it with the version of towline that wrote it.`
          : `The file is JSON, but no advice: its “format” is not ${FORMAT}. ${CHOOSE}`,
    }
  const fault = schemaFault(value, SCHEMA)
  if (fault !== null)
    return {
      refused: `The file is not a whole advice: ${fault}. It was changed, or another version of towline wrote it: run towline advise again with --resume.`,
    }
  return { advice: value as AdviceDocument }
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
