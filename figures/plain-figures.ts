import type { PlainFigure } from './figure.ts'
import { ownLine } from './own-line.ts'
import { replayExchanges } from './replay-exchanges.ts'
import { requestsByCdn } from './requests-by-cdn.ts'
import { serverBehaviour } from './server-behaviour.ts'
import { serverFindings } from './server-findings.ts'

/** In the order in which they are shown. Rows of each: server/figures/plain-rows.ts. */
export const PLAIN_FIGURES = [
  requestsByCdn,
  ownLine,
  replayExchanges,
  serverBehaviour,
  serverFindings,
] as const satisfies readonly PlainFigure[]

export type PlainFigures = (typeof PLAIN_FIGURES)[number]
