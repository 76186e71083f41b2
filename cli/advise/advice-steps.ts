import type { AdviceDocument, ReplayedArmAdvice } from '../../advise/advice-document.ts'
import { gainText, isWorthIt } from '../../advise/gain-words.ts'
import { NETWORK_WORDS, type NetworkName } from '../../advise/networks.ts'

interface Step {
  readonly title: string
  readonly results: readonly {
    readonly network: NetworkName
    readonly gain: number | null
    readonly interval: readonly [number, number] | null
  }[]
}

/** What is advised, a sentence each, the largest gain first: HTTP/3 or HTTP/2 where the site lacks it, and changes. */
export function adviceSteps({ speaks, replays, whatIfs }: AdviceDocument): string[] {
  const gainsOf = (wanted: ReplayedArmAdvice['arm']): Step['results'] =>
    (replays?.networks ?? []).flatMap(({ network, arms }) =>
      arms.filter(({ arm }) => arm === wanted).map(({ gain, interval }) => ({ network, gain, interval })),
    )
  const protocols: Step[] = [
    ...(speaks.h3 === false ? [{ title: 'Serve the page over HTTP/3', results: gainsOf('h3') }] : []),
    ...(speaks.h2 === false ? [{ title: 'Serve the page over HTTP/2', results: gainsOf('h2') }] : []),
  ]
  return [...protocols, ...whatIfs]
    .map(({ title, results }) => ({ title, gains: results.filter(isWorthIt).toSorted(largestFirst) }))
    .filter(({ gains }) => gains.length > 0)
    .toSorted((a, b) => largestFirst(a.gains[0], b.gains[0]))
    .map(
      ({ title, gains }) =>
        `${title}: ${gains.map((gain) => `${gainText(gain)} on ${NETWORK_WORDS[gain.network]}`).join(', ')}.`,
    )
}

type Gained = { readonly gain: number | null } | undefined

function largestFirst(a: Gained, b: Gained): number {
  return (b?.gain ?? 0) - (a?.gain ?? 0)
}
