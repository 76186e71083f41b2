import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import { ARMS, type Arm, type LabReplay } from '../contract/contract.ts'

type Summary = Omit<LabReplay['arms'][number], 'sentence'>

/** Words what an arm gains over all conditions. `one`: what a condition is called, `page` where only pages differ. */
export function gainSentence(summary: Summary, baseline: Arm, one: 'page' | 'condition'): string {
  const { arm, conditions, pending, meanGain, meanGainInterval: limits, meanReductionPercent } = summary
  const arms = `${capitalized(ARMS[arm].label)} in place of ${ARMS[baseline].label}`
  const waiting = pending === 0 ? '' : ` ${counted(pending, one)} being compared.`
  if (meanGain === null || meanReductionPercent === null)
    return `${arms}: no ${one} has rounds of both.${waiting}`
  const interval =
    limits === null ? 'no interval' : `95 % interval ${ratioRangeText([limits.low, limits.high])}`
  const change = `${Math.abs(meanReductionPercent).toFixed(1)} % ${meanReductionPercent < 0 ? 'longer' : 'shorter'}`
  const mean =
    conditions === 1
      ? `gain ${ratioText(meanGain)} (${interval})`
      : `mean gain ${ratioText(meanGain)} over ${counted(conditions, one)} (geometric; ${interval})`
  return `${arms}: ${mean}, page load times ${change} on average; ${tallyWords(summary, one)}.${fidelityMark(summary, one)}${waiting}`
}

/** No gain stands without it: what of the mean comes from replays that are not as their live loads were. */
function fidelityMark({ conditions, notFaithful, notJudged }: Summary, one: string): string {
  const found = [
    [notFaithful, 'not faithful'],
    [notJudged, 'not judged by live loads'],
  ] as const
  const shown = found.filter(([n]) => n > 0)
  if (shown.length === 0) return ''
  return ` Replay ${shown.map(([n, words]) => `${words} on ${n} of ${counted(conditions, one)}`).join(', ')}.`
}

function tallyWords(summary: Summary, one: string): string {
  const found = [
    [summary.faster, 'faster'],
    [summary.slower, 'slower'],
    [summary.noDifference, 'no difference beyond 5 %'],
    [summary.notDecided, 'not decided'],
    [summary.tooFewRounds, 'too few rounds'],
  ] as const
  const shown = found.filter(([n]) => n > 0)
  const [only] = shown.length === 1 ? shown : []
  if (only !== undefined) return summary.conditions === 1 ? only[1] : `${only[1]} on all`
  return shown.map(([n, words], i) => `${words} on ${i === 0 ? counted(n, one) : n}`).join(', ')
}

function counted(n: number, one: string): string {
  return `${n} ${n === 1 ? one : `${one}s`}`
}

function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
