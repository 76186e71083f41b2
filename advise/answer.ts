import { ARMS, type Arm } from '../model/arm.ts'
import { ratioRangeText, ratioText } from '../model/ratio-text.ts'
import { wordsList } from '../model/words-list.ts'
import type { SaidGain } from './gain-words.ts'
import { NETWORK_WORDS, type NetworkName } from './network-words.ts'

/** Gain of one protocol in replays over one network. */
export interface NetworkGain extends SaidGain {
  readonly network: NetworkName
}

/**
 * The answer in one sentence: on which networks a protocol would show the page faster, slower or no differently, each gain
 * with its interval.
 * @param baseline what it is compared with
 * @param whyNone why nothing was replayed
 */
export function answerSentence(
  arm: Arm,
  baseline: Arm,
  gains: readonly NetworkGain[],
  whyNone = 'nothing was replayed',
): string {
  const [name, base] = [ARMS[arm].label, ARMS[baseline].label]
  const measured = gains
    .filter(({ outcome }) => outcome === 'faster' || outcome === 'slower')
    .toSorted((a, b) => distance(b) - distance(a))
  const parts = measured.map((gain, index) => {
    const { network, outcome } = gain
    const figures = `${ratioText(gain.gain ?? 1)} times`
    const limits = gain.interval === null ? '' : ` (${ratioRangeText(gain.interval)})`
    const slower = outcome === 'slower' ? ', which is slower' : ''
    return index === 0
      ? `on ${NETWORK_WORDS[network]}, ${name} would show this page ${figures} as fast as ${base}${limits}${slower}`
      : `on ${NETWORK_WORDS[network]} ${figures}${limits}${slower}`
  })
  const subject = measured.length > 0 ? '' : ` between ${name} and ${base}`
  const listed = (wanted: readonly SaidGain['outcome'][], words: string): string[] => {
    const found = gains.filter(({ outcome }) => wanted.includes(outcome))
    return found.length === 0
      ? []
      : [`on ${wordsList(found.map(({ network }) => NETWORK_WORDS[network]))} ${words}`]
  }
  const all = [
    ...parts,
    ...listed(['no difference'], `no difference${subject} was shown that matters`),
    ...listed(
      ['not decided', 'too few rounds'],
      `it is not decided${subject === '' ? '' : ` whether ${name} differs from ${base}`}`,
    ),
  ]
  if (all.length === 0) return `What ${name} would gain this page over ${base} is not known: ${whyNone}.`
  const text = all.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function distance({ gain }: NetworkGain): number {
  return Math.abs(Math.log(gain ?? 1))
}
