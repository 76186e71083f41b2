import type { AdviceDocument, WhatIfAdvice } from '../../advise/advice-document.ts'
import { gainText } from '../../advise/gain-words.ts'
import { NETWORK_WORDS, type NetworkName } from '../../advise/network-words.ts'
import { type ChangeResult, shownGains } from '../../advise/shown-gains.ts'

type StepResult = ChangeResult & { readonly network: NetworkName }

interface Step {
  readonly title: string
  readonly results: readonly StepResult[]
}

/** Orders what is advised: sentences, the largest gain first, and the what-ifs with whether each is. */
export function adviceSteps({
  speaks,
  replays,
  baseline,
  whatIfs,
}: AdviceDocument): Pick<AdviceDocument, 'advice' | 'whatIfs'> {
  // HTTP/3 is a what-if of its own.
  const http2: Step[] =
    speaks.h2 === false && replays !== null
      ? [
          {
            title: 'Serve the page over HTTP/2',
            results: replays.networks.flatMap(({ network, arms }) => {
              const beforeMs = arms.find(({ arm }) => arm === baseline)?.medianMs ?? null
              return arms.filter(({ arm }) => arm === 'h2').map((own) => ({ ...own, network, beforeMs }))
            }),
          },
        ]
      : []
  const steps: readonly Step[] = [...http2, ...whatIfs]
  const shown = new Set(shownGains(steps.flatMap(({ results }) => results)))
  const advised = steps
    .map(({ title, results }) => ({
      title,
      gains: results.filter((each) => shown.has(each)).toSorted(largestFirst),
    }))
    .filter(({ gains }) => gains.length > 0)
    .toSorted((a, b) => largestFirst(a.gains[0], b.gains[0]))
  return {
    advice: advised.map(({ title, gains }) => `${title}: ${gains.map(figureText).join(', ')}.`),
    whatIfs: whatIfs
      .map((whatIf) => ({ ...whatIf, advised: whatIf.results.some((each) => shown.has(each)) }))
      .toSorted(
        (a, b) =>
          Number(b.advised) - Number(a.advised) ||
          Number(b.tried) - Number(a.tried) ||
          largestOf(b) - largestOf(a),
      ),
  }
}

function figureText(result: StepResult): string {
  return `${gainText(result)} on ${NETWORK_WORDS[result.network]}`
}

type Gained = Pick<ChangeResult, 'gain'> | undefined

function largestFirst(a: Gained, b: Gained): number {
  return (b?.gain ?? 0) - (a?.gain ?? 0)
}

function largestOf({ results }: WhatIfAdvice): number {
  return Math.max(0, ...results.map(({ gain }) => gain ?? 0))
}
