import { earlyHints } from './early-hints.ts'
import type { PlainFigure } from './figure.ts'
import { handshakeCost } from './handshake-cost.ts'
import { handshakeSteps } from './handshake-steps.ts'
import { ownLine } from './own-line.ts'
import { replayExchanges } from './replay-exchanges.ts'
import { requestsByCdn } from './requests-by-cdn.ts'
import { serverBehaviour } from './server-behaviour.ts'
import { serverFindings } from './server-findings.ts'
import { staircase } from './staircase.ts'
import { udpPrice } from './udp-price.ts'

/** Sorted as they are shown. Rows of each: server/figures/plain-rows.ts. */
export const PLAIN_FIGURES = [
  requestsByCdn,
  ownLine,
  replayExchanges,
  handshakeCost,
  handshakeSteps,
  udpPrice,
  serverBehaviour,
  serverFindings,
  staircase,
  earlyHints,
] as const satisfies readonly PlainFigure[]

export type PlainFigures = (typeof PLAIN_FIGURES)[number]
