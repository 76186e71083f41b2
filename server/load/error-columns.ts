import { LOAD_FAILURES, type LoadFailure } from '../../model/load-failures.ts'
import type { LoadErrors } from '../../model/load-second.ts'
import type { CsvValue } from '../http/csv.ts'

type WithErrors = { readonly errors: LoadErrors }

/** A column for each kind of error, `errors_tcp_refused`, with 0 where none of the kind occurred. */
export function errorColumns(): Readonly<Record<string, (row: WithErrors) => CsvValue>> {
  const kinds = Object.keys(LOAD_FAILURES) as LoadFailure[]
  return Object.fromEntries(
    kinds.map((kind) => [`errors_${kind}`, ({ errors }: WithErrors) => errors[kind] ?? 0]),
  )
}
