import type { Adoption, Survey } from '../../../server/contract/contract.ts'
import { integer, share } from '../../charts/quantity.ts'
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
  return [
    `Of ${integer(adoption.n)} sites, `,
    h('strong', {}, `${share(h2.share)} answer HTTP/2`),
    ' and ',
    h('strong', {}, `${share(h3.share)} answer HTTP/3`),
    '. ',
    claimed === 0
      ? 'None claims HTTP/3.'
      : `Of the ${integer(claimed)} that claim HTTP/3, ${integer(served)} (${share(served / claimed)}) really serve it.`,
  ]
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
