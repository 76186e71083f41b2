import type {
  Arm,
  Faithfulness,
  PageFidelity,
  ReplayAgainstLive,
  ReplayRecording,
} from '../contract/contract.ts'

/** Limits by how far replays of a page are off their live loads: nearer than so many times is within it. */
const LIMITS = [
  [0.05, 'within 5 %'],
  [0.1, 'within 10 %'],
] as const satisfies readonly (readonly [number, Faithfulness])[]

/** @param ratio page load time of the replay / live */
export function faithfulness(ratio: number): Faithfulness {
  return LIMITS.find(([limit]) => distance(ratio) <= limit)?.[1] ?? 'not faithful'
}

/** Judges a page over a link, by the arm that is furthest from its live loads. */
export function pageFidelity(
  arms: readonly { readonly arm: Arm; readonly live: ReplayAgainstLive | null }[],
  { notReplayed }: Pick<ReplayRecording, 'notReplayed'>,
): PageFidelity {
  const unsentHints = notReplayed.find(({ kind }) => kind === '103')?.count ?? 0
  const judged = arms.flatMap(({ arm, live }) => (live?.ratio == null ? [] : [{ arm, ratio: live.ratio }]))
  const [worst] = judged.toSorted((a, b) => distance(b.ratio) - distance(a.ratio))
  if (worst !== undefined) return { ...worst, verdict: faithfulness(worst.ratio), why: null, unsentHints }
  const why = arms.find(({ live }) => live !== null)?.live?.noRatio
  return {
    ...{ verdict: null, arm: null, ratio: null },
    why: why ?? 'no arm of the run is as it was recorded',
    unsentHints,
  }
}

/** Rounded beyond what times can tell, so that 1.05 is within 5 %. */
const distance = (ratio: number): number => Math.round(Math.abs(ratio - 1) * 1e9) / 1e9
