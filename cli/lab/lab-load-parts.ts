import type { Database } from '../../db/connection/database.ts'
import { labCdf } from '../../figures/distributions.ts'
import type { Figure, FigureAnswer } from '../../figures/figure.ts'
import { handshakeCost } from '../../figures/handshake-cost.ts'
import { handshakeSteps } from '../../figures/handshake-steps.ts'
import { labShares } from '../../figures/lab-shares.ts'
import { udpPrice } from '../../figures/udp-price.ts'
import { SortedSeriesCache } from '../../server/comparisons/sorted-series.ts'
import { PLAIN_ROWS } from '../../server/figures/plain-rows.ts'
import { figureCsv } from '../../server/http/figure-csv.ts'
import { readLabCdf } from '../../server/lab/lab-cdf.ts'
import { readLabShares } from '../../server/lab/lab-shares.ts'
import { csvText, figureLines } from '../output/figure-text.ts'

/** A figure of a lab run, as the API answers it, as people read it and as the file that the lab page has. */
interface FigurePart {
  readonly answer: object
  /** None where no load has a value. */
  readonly lines: (width: number | null) => string[]
  readonly csv: () => string
}

function part<F extends Figure>(
  figure: F,
  rows: (db: Database, labRunId: number) => Promise<FigureAnswer<F>>,
  nothing: string,
) {
  const read = async (db: Database, labRunId: number): Promise<FigurePart> => {
    const answer = await rows(db, labRunId)
    return {
      answer,
      lines: (width) => figureLines(figure, answer, width),
      csv: () => csvText(figureCsv(figure, answer)),
    }
  }
  return { read, nothing }
}

const source = (db: Database) => ({ db, series: new SortedSeriesCache(db) })

/** Parts of the results that are about all loads of a lab run, not about a cell; `nothing` stands where there is none. */
export const FIGURE_PARTS = {
  retransmissions: part(
    labCdf,
    (db, id) => readLabCdf(source(db), id, 'retransmissions'),
    'retransmissions are unknown, no packets of its loads were captured',
  ),
  shares: part(
    labShares,
    (db, id) => readLabShares(source(db), id),
    'shares of network and computation are unknown, only loads of graphs have them',
  ),
  'handshake-cost': part(
    handshakeCost,
    PLAIN_ROWS.handshakeCost,
    'no handshakes are compared, none varies in it',
  ),
  'handshake-steps': part(
    handshakeSteps,
    PLAIN_ROWS.handshakeSteps,
    'no step of handshakes is known, none varies in it',
  ),
  'udp-price': part(udpPrice, PLAIN_ROWS.udpPrice, 'nothing is known of UDP, the plan has no factor udp'),
} as const

export type FigurePartName = keyof typeof FIGURE_PARTS
export const FIGURE_PART_NAMES = Object.keys(FIGURE_PARTS) as FigurePartName[]
