/** Verdicts on a statement, in the order in which documents count them. `nothing decides`: no samples of ours could. */
export const STATEMENT_VERDICTS = [
  'found again',
  'not found',
  'turned round',
  'not decided',
  'not measured',
  'nothing decides',
] as const

export type StatementVerdict = (typeof STATEMENT_VERDICTS)[number]
