import { ARMS } from '../model/arm.ts'
import { ratioRangeText, ratioText } from '../model/ratio-text.ts'
import { gainRatio } from '../stats/comparison/gain-ratio.ts'
import type { AdviceDocument } from './advice-document.ts'
import { gainText } from './gain-words.ts'
import { NETWORK_WORDS } from './network-words.ts'

/**
 * Says what differs between two advices on a page, a sentence each. Gains were measured independently, so that a change is said
 * only where the interval of their ratio excludes 1.
 * @throws RangeError where they are of different pages
 */
export function adviceChanges(before: AdviceDocument, after: AdviceDocument): string[] {
  if (before.url !== after.url)
    throw new RangeError(`the two are of different pages: ${before.url} and ${after.url}`)
  const spoken = (['h1', 'h2', 'h3'] as const).flatMap((arm) =>
    before.speaks[arm] === after.speaks[arm]
      ? []
      : [
          `${ARMS[arm].label}: ${spokenWord(before.speaks[arm])} before, ${spokenWord(after.speaks[arm])} after.`,
        ],
  )
  if (before.baseline !== after.baseline)
    return [
      ...spoken,
      `Gains are over ${labelOf(before.baseline)} before and over ${labelOf(after.baseline)} after: they cannot be compared.`,
    ]
  return [...spoken, ...gainChanges(before, after), ...adviceSteps(before, after)]
}

function gainChanges(before: AdviceDocument, after: AdviceDocument): string[] {
  return (before.replays?.networks ?? []).flatMap(({ network, arms }) => {
    const then = after.replays?.networks.find((each) => each.network === network)
    return arms.flatMap((was) => {
      const is = then?.arms.find(({ arm }) => arm === was.arm)
      if (was.gain === null || is === undefined || is.gain === null) return []
      const { ratio, interval, differs, couldHaveShownPercent } = gainRatio(
        { gain: is.gain, interval: is.interval },
        { gain: was.gain, interval: was.interval },
      )
      const name = `${ARMS[was.arm].label} on ${NETWORK_WORDS[network]}`
      const gains = `gain ${gainText(was)} before, ${gainText(is)} after`
      if (interval === null) return [`${name}: ${gains}; too few loads to tell whether it changed.`]
      if (differs === true)
        return [
          `${name}: the gain is ${ratioText(ratio)} times what it was (${ratioRangeText(interval)}); ${gains}.`,
        ]
      const detectable =
        couldHaveShownPercent === null
          ? ''
          : ` (smallest detectable change ${couldHaveShownPercent.toFixed(0)} %)`
      return [`${name}: no change of the gain shown${detectable}; ${gains}.`]
    })
  })
}

/** Says which changes are advised no longer, or newly. */
function adviceSteps(before: AdviceDocument, after: AdviceDocument): string[] {
  const advised = ({ whatIfs }: AdviceDocument): readonly string[] =>
    whatIfs.filter((each) => each.advised).map(({ title }) => title)
  const [then, now] = [advised(before), advised(after)]
  return [
    ...then.filter((title) => !now.includes(title)).map((title) => `Advised before, no longer: ${title}.`),
    ...now.filter((title) => !then.includes(title)).map((title) => `Newly advised: ${title}.`),
  ]
}

function spokenWord(answer: boolean | null): string {
  return answer === null ? 'unknown' : answer ? 'answered' : 'not answered'
}

function labelOf(baseline: AdviceDocument['baseline']): string {
  return baseline === null ? 'an unknown protocol' : ARMS[baseline].label
}
