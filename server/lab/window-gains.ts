import { campaignById } from '../../db/campaign/campaigns.ts'
import { readSeries, type Series } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import { singleFileBytes } from '../../model/lab-page-name.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { compareArms } from '../../stats/comparison/compare-arms.ts'
import { joinRounds } from '../comparisons/compared-series.ts'
import { toEstimate } from '../comparisons/interval.ts'
import { ARM_NAMES, type Arm, type LabInitialWindow } from '../contract/contract.ts'
import { valueIn } from './lab-factors.ts'
import type { WindowCell, WindowGroup } from './window-groups.ts'
import { windowsReadBack } from './window-read-back.ts'

type Row = LabInitialWindow['rows'][number]

/** All resamples of ten rounds would take 14 ms a row, on the thread that answers everybody. */
export const RESAMPLES = 2_000

interface Loaded extends WindowCell {
  readonly series: readonly Series[]
  /** Link of its campaign. */
  readonly link: object | null
}

/** Every larger window of a group against the smallest, under each arm that was measured with either. */
export async function windowRows(db: Database, group: WindowGroup, seed: number): Promise<Row[]> {
  const smallest = await load(db, group.smallest)
  const rows: Row[] = []
  for (const larger of group.larger) {
    const large = await load(db, larger)
    const arms = ARM_NAMES.filter((arm) =>
      [smallest, large].some(({ series }) => series.some((one) => one.arm === arm)),
    )
    for (const arm of arms) rows.push(rowOf(group, smallest, large, arm, seed))
  }
  return rows
}

async function load(db: Database, { cell, window }: WindowCell): Promise<Loaded> {
  const { campaignId, site } = cell
  const campaign = await campaignById(db, campaignId)
  const series = await readSeries(db, { campaignId, site, metric: DEFAULT_METRIC })
  return { cell, window, series, link: campaign?.link ?? null }
}

function rowOf({ factors }: WindowGroup, small: Loaded, large: Loaded, arm: Arm, seed: number): Row {
  const page = valueIn(factors, 'page')
  const [smallReadBack, largeReadBack] = [small, large].map(({ link }) => windowsReadBack(link, arm))
  const isReadBack =
    smallReadBack?.includes(small.window) === true && largeReadBack?.includes(large.window) === true
  const pairs = roundsOfBoth(small, large, arm)
  const found = compareArms({ pairs, seed, resamples: RESAMPLES })
  return {
    smallCell: small.cell.cell,
    largeCell: large.cell.cell,
    factors: { ...factors },
    arm,
    fileBytes: typeof page === 'string' ? singleFileBytes(page) : null,
    smallWindow: small.window,
    largeWindow: large.window,
    smallReadBack: smallReadBack ?? null,
    largeReadBack: largeReadBack ?? null,
    isReadBack,
    n: found.n,
    smallMedianMs: found.baselineMedian,
    largeMedianMs: found.armMedian,
    gain: isReadBack ? toEstimate(found.gain, found.gainInterval) : null,
    verdict: isReadBack ? found.verdict : null,
    expectedGain: expectedGain(small, large, arm),
  }
}

/** A run takes the same rounds of all conditions in the same block, so that what drifts from block to block is alike in a pair. */
function roundsOfBoth(small: Loaded, large: Loaded, arm: Arm): ReturnType<typeof joinRounds> {
  const [before, after] = [small, large].map(({ series }) => series.find((one) => one.arm === arm))
  if (before === undefined || after === undefined) return []
  // A time of 0 has no ratio.
  return joinRounds(before, after).filter((pair) => pair.baseline > 0 && pair.arm > 0)
}

/** Returns null too where the link follows a delivery trace: to the wire limit that is a link of any rate. */
function expectedGain(small: Loaded, large: Loaded, arm: Arm): number | null {
  const [smallMs, largeMs] = [small, large].map(({ cell }) => cell.wireLimitMs?.[arm])
  if (smallMs === undefined || largeMs === undefined || largeMs === 0) return null
  return 'downTrace' in small.cell.configuredLink && small.cell.configuredLink.downTrace !== null
    ? null
    : smallMs / largeMs
}
