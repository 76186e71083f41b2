import type { Database } from '../../db/connection/database.ts'
import { labCdf as LAB_CDF } from '../../figures/distributions.ts'
import { handshakeCost as HANDSHAKE_COST, type HandshakeCost } from '../../figures/handshake-cost.ts'
import { handshakeSteps as HANDSHAKE_STEPS, type HandshakeSteps } from '../../figures/handshake-steps.ts'
import { labShares as LAB_SHARES } from '../../figures/lab-shares.ts'
import { udpPrice as UDP_PRICE, type UdpPrice } from '../../figures/udp-price.ts'
import { SortedSeriesCache } from '../../server/comparisons/sorted-series.ts'
import type { LabCdf, LabShares } from '../../server/contract/contract.ts'
import { PLAIN_ROWS } from '../../server/figures/plain-rows.ts'
import type { CsvTable } from '../../server/http/csv.ts'
import { figureCsv } from '../../server/http/figure-csv.ts'
import { readLabCdf } from '../../server/lab/lab-cdf.ts'
import { readLabShares } from '../../server/lab/lab-shares.ts'
import { csvText, figureLines } from '../output/figure-text.ts'

export const LOAD_PARTS = [
  'retransmissions',
  'shares',
  'handshake-cost',
  'handshake-steps',
  'udp-price',
] as const
export type LoadPart = (typeof LOAD_PARTS)[number]

/** Answers of the API that are about all loads of a lab run, not about a cell. */
export interface LabLoadParts {
  readonly retransmissions: LabCdf
  readonly shares: LabShares
  readonly 'handshake-cost': HandshakeCost
  readonly 'handshake-steps': HandshakeSteps
  readonly 'udp-price': UdpPrice
}

export async function readLoadParts(db: Database, labRunId: number): Promise<LabLoadParts> {
  const source = { db, series: new SortedSeriesCache(db) }
  return {
    retransmissions: await readLabCdf(source, labRunId, 'retransmissions'),
    shares: await readLabShares(source, labRunId),
    'handshake-cost': await PLAIN_ROWS.handshakeCost(db, labRunId),
    'handshake-steps': await PLAIN_ROWS.handshakeSteps(db, labRunId),
    'udp-price': await PLAIN_ROWS.udpPrice(db, labRunId),
  }
}

/** Leaves out parts that no load has a value of. */
export function loadPartLines(
  answers: LabLoadParts,
  parts: readonly LoadPart[],
  width: number | null,
): string[] {
  const lines: Readonly<Record<LoadPart, () => string[]>> = {
    retransmissions: () => figureLines(LAB_CDF, answers.retransmissions, width),
    shares: () => figureLines(LAB_SHARES, answers.shares, width),
    'handshake-cost': () => figureLines(HANDSHAKE_COST, answers['handshake-cost'], width),
    'handshake-steps': () => figureLines(HANDSHAKE_STEPS, answers['handshake-steps'], width),
    'udp-price': () => figureLines(UDP_PRICE, answers['udp-price'], width),
  }
  return LOAD_PARTS.flatMap((part) => (parts.includes(part) ? lines[part]() : []))
}

/** The file that the API and the lab page have. */
export function loadPartCsv(answers: LabLoadParts, part: LoadPart): string {
  const tables: Readonly<Record<LoadPart, () => CsvTable>> = {
    retransmissions: () => figureCsv(LAB_CDF, answers.retransmissions),
    shares: () => figureCsv(LAB_SHARES, answers.shares),
    'handshake-cost': () => figureCsv(HANDSHAKE_COST, answers['handshake-cost']),
    'handshake-steps': () => figureCsv(HANDSHAKE_STEPS, answers['handshake-steps']),
    'udp-price': () => figureCsv(UDP_PRICE, answers['udp-price']),
  }
  return csvText(tables[part]())
}

export function isLoadPart(part: string | undefined): part is LoadPart {
  return (LOAD_PARTS as readonly (string | undefined)[]).includes(part)
}
