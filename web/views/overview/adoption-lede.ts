import { integer, share } from '../../../figures/quantity.ts'
import type { Adoption, Survey } from '../../../server/contract/contract.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { day, facts } from '../controls/facts.ts'

/** The finding in a sentence, from the numbers. */
export function adoptionLede(survey: Survey, adoption: Adoption): Child {
  const row = (name: string) => adoption.rows.find((candidate) => candidate.row === name)
  const h2 = row('h2')?.ofAll
  const h3 = row('h3')?.ofAll
  const claimed = row('h3Claimed')?.count ?? 0
  const served = row('h3ClaimedServed')?.count ?? 0
  if (h2 === null || h2 === undefined || h3 === null || h3 === undefined) {
    return `The survey of ${day(survey.createdAt)} visited no site.`
  }
  return [...adoptionWords(adoption.n, h2.share, h3.share), claimWords(claimed, served)]
}

/** Shares of one site would be 0 or 100 %: it is named by what it does. */
function adoptionWords(n: number, h2: number, h3: number): readonly Child[] {
  if (n === 1) {
    const spoken = [h2 > 0 ? 'HTTP/2' : null, h3 > 0 ? 'HTTP/3' : null].filter((name) => name !== null)
    return [`The one site of this survey answers ${spoken.join(' and ') || 'neither HTTP/2 nor HTTP/3'}. `]
  }
  return [
    `Of ${integer(n)} sites, `,
    h('strong', {}, `${share(h2)} answer HTTP/2`),
    ' and ',
    h('strong', {}, `${share(h3)} answer HTTP/3`),
    '. ',
  ]
}

function claimWords(claimed: number, served: number): string {
  if (claimed === 0) return 'None claims HTTP/3.'
  if (claimed === 1) return `One claims HTTP/3, and ${served === 1 ? 'serves it' : 'does not serve it'}.`
  return `Of the ${integer(claimed)} that claim HTTP/3, ${integer(served)} (${share(served / claimed)}) really serve it.`
}

/** Which survey it is from. */
export function surveyFacts(survey: Survey, adoption: Adoption): VNode {
  return facts([
    ['list', survey.list.trancoId === null ? survey.list.source : `Tranco ${survey.list.trancoId}`],
    ['surveyed', day(survey.createdAt)],
    ['from', survey.vantage],
    ['sites', integer(adoption.n)],
    [
      'reachable',
      `${integer(adoption.reachable)} (${share(adoption.n === 0 ? 0 : adoption.reachable / adoption.n)})`,
    ],
  ])
}
