import { integer, share } from '../../../figures/quantity.ts'
import type { Adoption, Survey } from '../../../server/contract/contract.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { day, facts } from '../controls/facts.ts'

/** The finding in a sentence, from the numbers. */
export function adoptionLede(survey: Survey, adoption: Adoption): Child {
  const row = (name: string) => adoption.rows.find((candidate) => candidate.row === name)
  const h2 = row('h2')?.ofAll?.share ?? null
  const h3 = row('h3')?.ofAll?.share ?? null
  const claims: Claims = {
    claimed: row('h3Claimed')?.count ?? 0,
    unknown: row('h3Claimed')?.unknown ?? 0,
    served: row('h3ClaimedServed')?.count ?? 0,
    notServed: row('h3ClaimedNotServed')?.count ?? 0,
  }
  const isKnown = (row('h2')?.unknown ?? 0) + (row('h3')?.unknown ?? 0) === 0
  if (adoption.n === 0) return `The survey of ${day(survey.createdAt)} visited no site.`
  return [...adoptionWords(adoption.n, h2, h3, isKnown), claimWords(claims)]
}

/** Sites by what they claim and do; `unknown`: whether they claim it could not be found out. */
interface Claims {
  readonly claimed: number
  readonly unknown: number
  readonly served: number
  readonly notServed: number
}

/** Shares of one site would be 0 or 100 %: it is named by what it does. Null: it could not be found out of any site. */
function adoptionWords(n: number, h2: number | null, h3: number | null, isKnown: boolean): readonly Child[] {
  if (n === 1) {
    const spoken = [(h2 ?? 0) > 0 ? 'HTTP/2' : null, (h3 ?? 0) > 0 ? 'HTTP/3' : null].filter(
      (name) => name !== null,
    )
    return [
      `The one site of this survey answers ${spoken.join(' and ') || 'neither HTTP/2 nor HTTP/3'}${isKnown ? '' : ', as far as could be found out'}. `,
    ]
  }
  return [`Of ${integer(n)} sites, `, answerWords(h2, 'HTTP/2'), ' and ', answerWords(h3, 'HTTP/3'), '. ']
}

function answerWords(found: number | null, protocol: string): Child {
  return found === null
    ? `an unknown share answers ${protocol}`
    : h('strong', `${share(found)} answer ${protocol}`)
}

function claimWords({ claimed, unknown, served, notServed }: Claims): string {
  if (claimed === 0) return unknown === 0 ? 'None claims HTTP/3.' : 'None is known to claim HTTP/3.'
  const open = claimed - served - notServed
  if (claimed === 1) {
    if (open > 0) return 'One claims HTTP/3; whether it serves it could not be found out.'
    return `One claims HTTP/3, and ${served === 1 ? 'serves it' : 'does not serve it'}.`
  }
  if (open === claimed)
    return `${integer(claimed)} claim HTTP/3; whether they serve it could not be found out.`
  const words = `Of the ${integer(claimed)} that claim HTTP/3, ${integer(served)} (${share(served / claimed)}) really serve it`
  return open > 0 ? `${words}; of ${integer(open)} it could not be found out.` : `${words}.`
}

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
