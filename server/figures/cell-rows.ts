import { earlyHints } from './early-hints.ts'
import { handshakeCost } from './handshake-cost.ts'
import { handshakeSteps } from './handshake-steps.ts'
import { staircase } from './staircase.ts'
import { udpPrice } from './udp-price.ts'

/** Makes the rows of each plain figure that the conditions of a lab run suffice for, wherever their loads are kept. */
export const CELL_ROWS = { staircase, earlyHints, handshakeCost, handshakeSteps, udpPrice } as const

export type CellFigureName = keyof typeof CELL_ROWS
