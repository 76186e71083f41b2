import { integer } from '../../../figures/quantity.ts'
import type { SiteDetail } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { h, type VNode } from '../../dom/h.ts'
import { day } from '../controls/facts.ts'

type Campaign = SiteDetail['campaigns'][number]

/** Says which campaign the loads are from, how many there are, and why there are no more. */
export function campaignNote(campaign: Campaign): VNode {
  const { campaignId, createdAt, vantage, url } = campaign
  return h(
    'p.note',
    `Campaign ${campaignId} of ${day(createdAt)}${vantage === null ? '' : ` from ${vantage}`}, page ${url}. `,
    countWords(campaign),
  )
}

function countWords({ counts, state, stateDetail }: Campaign): string {
  const arms = counts.map(
    ({ arm, valid, invalid, failed }) =>
      `${armLabel(arm)} ${integer(valid)} valid${invalid + failed === 0 ? '' : `, ${integer(invalid)} invalid, ${integer(failed)} failed`}`,
  )
  const rounds = Math.max(0, ...counts.map(({ repeated }) => repeated))
  const repeats = rounds === 0 ? '' : ` Rounds repeated since the machine was busy: ${integer(rounds)}.`
  const why = STATES[state]
  const loads = arms.length === 0 ? 'No loads yet' : arms.join('; ')
  return `${loads}.${repeats}${why === undefined ? '' : ` ${why}${stateDetail === null ? '' : ` (${stateDetail})`}.`}`
}

const STATES: Readonly<Record<string, string>> = {
  pending: 'Its rounds have not started',
  active: 'Its rounds are not finished',
  parked: 'It asked us to stay away and is parked',
  poison: 'It ended the browser again and again and is not loaded any more',
}
