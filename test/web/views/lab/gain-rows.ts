import type { GainRow } from '../../../../web/views/lab/lab-factors.ts'

/** A condition of a lab run in which HTTP/2 was faster, with what is given in place of that. */
export function gainRow(factors: GainRow['factors'], given: Partial<GainRow> = {}): GainRow {
  return {
    ...{ cell: 0, factors, arm: 'h2', pending: false, n: 10, baselineMedian: 300, armMedian: 150 },
    ...{ gain: 2, gainInterval: { low: 1.8, high: 2.2 }, difference: null, differenceInterval: null },
    change: 'less',
    ...{ replay: null, replayArm: null, replayRatio: null, whyNotJudged: null, unsentHints: null },
    ...given,
  }
}

/** Two pages over two round trips and two losses, on a link that changes with the round trip. */
export const QUICK: readonly GainRow[] = ['objects-100x1000', 'objects-10x100000'].flatMap((page) =>
  [20, 100].flatMap((rttMs) =>
    [0, 0.01].map((lossFraction) =>
      gainRow({
        page,
        rttMs,
        queuePackets: rttMs === 20 ? 64 : 256,
        lossFraction,
        congestionControl: 'cubic',
      }),
    ),
  ),
)
