import { median } from '../../stats/median.ts'
import { ARMS, type Arm, type ReplayAgainstLive, type ReplayRecording } from '../contract/contract.ts'
import { otherLink } from './other-link.ts'
import { faithfulness } from './page-fidelity.ts'

type LiveTimes = Pick<ReplayRecording, 'livePltMs' | 'http1PltMs' | 'hosts'>

/**
 * The live page load times that those of an arm are compared with; null where the recording has none of that arm.
 *
 * @param arms of the run: without `recorded`, the arm whose protocol all hosts had stands for it
 */
export function livePltMsOf(
  { livePltMs, http1PltMs, hosts }: LiveTimes,
  arm: Arm,
  arms: readonly Arm[],
): readonly number[] | null {
  if (arm === 'recorded') return livePltMs
  const spoken = hosts.flatMap(({ protocol }) => protocol ?? [])
  const isAsRecorded = spoken.length > 0 && spoken.every((protocol) => protocol === ARMS[arm].protocol)
  if (isAsRecorded && ARMS[arm].isForced && !arms.includes('recorded')) return livePltMs
  return arm === 'h1' && http1PltMs.length > 0 ? http1PltMs : null
}

/** Page load times of a replay against live ones of the recording. */
export function againstLive(
  livePltMs: readonly number[],
  replayMs: Float64Array,
  recordedLink: ReplayRecording['link'],
  configuredLink: object,
): ReplayAgainstLive {
  const medianMs = median(livePltMs) ?? null
  const replayMedianMs = median(replayMs) ?? null
  const noRatio = whyNot(medianMs, replayMedianMs) ?? otherLink(recordedLink, configuredLink)
  const ratio =
    noRatio !== null || medianMs === null || replayMedianMs === null ? null : replayMedianMs / medianMs
  return {
    n: livePltMs.length,
    medianMs,
    shortestMs: livePltMs.length === 0 ? null : Math.min(...livePltMs),
    longestMs: livePltMs.length === 0 ? null : Math.max(...livePltMs),
    replayN: replayMs.length,
    replayMedianMs,
    ratio,
    noRatio,
    faithful: ratio === null ? null : faithfulness(ratio),
  }
}

function whyNot(liveMs: number | null, replayMs: number | null): string | null {
  if (liveMs === null || liveMs <= 0) return 'it was recorded without a page load time'
  return replayMs === null ? 'there is no valid load of this arm' : null
}
