import { median } from '../../stats/median.ts'
import type { ReplayAgainstLive, ReplayRecording } from '../contract/contract.ts'
import { otherLink } from './other-link.ts'

/** Page load times of a replay, each host by the protocol that it was recorded with, against the recording's live loads. */
export function againstLive(
  { livePltMs, link }: Pick<ReplayRecording, 'livePltMs' | 'link'>,
  replayMs: Float64Array,
  configuredLink: object,
): ReplayAgainstLive {
  const medianMs = median(livePltMs) ?? null
  const replayMedianMs = median(replayMs) ?? null
  const noRatio = whyNot(medianMs, replayMedianMs) ?? otherLink(link, configuredLink)
  return {
    n: livePltMs.length,
    medianMs,
    shortestMs: livePltMs.length === 0 ? null : Math.min(...livePltMs),
    longestMs: livePltMs.length === 0 ? null : Math.max(...livePltMs),
    replayN: replayMs.length,
    replayMedianMs,
    ratio:
      noRatio !== null || medianMs === null || replayMedianMs === null ? null : replayMedianMs / medianMs,
    noRatio,
  }
}

function whyNot(liveMs: number | null, replayMs: number | null): string | null {
  if (liveMs === null || liveMs <= 0) return 'it was recorded without a page load time'
  return replayMs === null ? 'there is no valid load of this arm' : null
}
